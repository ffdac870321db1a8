// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/verbalise.hpp>

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/text/normalize.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

static_assert(mhqa::verbaliser<mhqa::rule_verbaliser>);
static_assert(!mhqa::verbaliser<int>);

namespace {

mhqa::wording words(std::vector<std::string> steps) {
  return mhqa::rule_verbaliser{}({"id", std::move(steps), {}, {}});
}
std::string text(std::vector<std::string> steps) {
  const mhqa::wording w = words(std::move(steps));
  CHECK(static_cast<bool>(w));
  return w.question;
}

}  // namespace

TEST_CASE("verbalise: a request has the steps and the answers of a composition") {
  const mhqa::single_hop_pool pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                    {"b", "own", "When was Jane Austen born?", "1775", {}, 0}},
                                   {{"Emma", "A novel."}}};
  const mhqa::wording_request request = mhqa::make_wording_request(pool, mhqa::as_composition({0, 1, {9, 11}}));
  CHECK(request == mhqa::wording_request{"2hop__a_b",
                                         {"Who wrote Emma?", "When was #1 born?"},
                                         {"Jane Austen", "1775"},
                                         {mhqa::named_kind::person, mhqa::named_kind::unknown},
                                         {{"Who wrote Emma?", "Jane Austen", {}, "Emma", "A novel."},
                                          {"When was Jane Austen born?", "1775", {}, "Emma", "A novel."}}});
  CHECK(mhqa::rule_verbaliser{.most_doubts = 8}(request).doubt == "words-elsewhere");
  CHECK(mhqa::rule_verbaliser{}(request).question == "When was the person who wrote Emma born?");
}

TEST_CASE("verbalise: each shape nests its clauses") {
  const std::string opera = "Who composed Aida?", grave = "Where was #1 buried?", born = "Where was Botticelli born?";
  CHECK(text({opera, grave, "Which opera house is in #2?"}) ==
        "Which opera house is in the place where the person who composed Aida was buried?");
  CHECK(text({"Where was Verdi buried?", born, "Which city lies between #1 and #2?"}) ==
        "Which city lies between the place where Verdi was buried and the place where Botticelli was born?");
  CHECK(
      text({opera, grave, born, "Which city lies between #2 and #3?"}) ==
      "Which city lies between the place where the person who composed Aida was buried and the place where Botticelli "
      "was born?");
  CHECK(text({"Which river crosses Vienna?", "Where does the #1 rise?"}) ==
        "Where does the river that crosses Vienna rise?");
  CHECK(text({"Emma >> author", "#1 >> spouse"}) == "Who is the spouse of the author of Emma?");
  CHECK(text({"Is it so?"}) == "Is it so?");
}

TEST_CASE("verbalise: where it cannot, it says why and at which step") {
  using enum mhqa::unworded;
  CHECK(words({}) == mhqa::wording{"", bad_steps, 0});
  CHECK(words({"Who wrote #1?", "Where was #1 born?"}) == mhqa::wording{"", bad_steps, 1});
  CHECK(words({"Who wrote Emma?", "Where was #3 born?"}) == mhqa::wording{"", bad_steps, 2});
  CHECK(words({"Who wrote Emma?", "Where was #0 born?"}) == mhqa::wording{"", bad_steps, 2});
  CHECK(words({"How long is Emma?", "Is #1 long?"}) == mhqa::wording{"", no_rule, 1});
  CHECK(words({"Who wrote Emma?", "Who sold #1 shows?"}) == mhqa::wording{"", attributive, 2});
  CHECK(words({"Who wrote Emma?", "Where is the #1 Museum?"}) == mhqa::wording{"", part_of_name, 2});
  CHECK(words({"Who wrote Emma?", "Where is San #1?"}) == mhqa::wording{"", part_of_name, 2});
  CHECK(text({"Who wrote Emma?", "Was #1 older than Verdi?"}) == "Was the person who wrote Emma older than Verdi?");
  CHECK(words({"Who wrote Emma?", "Who wrote Aida?", "Where was #2 born?"}) == mhqa::wording{"", unused_step, 1});
  CHECK(to_string(unused_step) == "unused-step");
}

TEST_CASE("verbalise: a phrase changes what stands around it") {
  const std::string network = "What network showed Emma?";
  CHECK(text({network, "Where is the #1 archive?"}) == "Where is the archive of the network that showed Emma?");
  CHECK(text({network, "How many #1 shows are lost?"}) == "How many shows of the network that showed Emma are lost?");
  CHECK(text({network, "What is #1's slogan?"}) == "What is the slogan of the network that showed Emma?");
  CHECK(text({network, "What are #1 famous for?"}) == "What is the network that showed Emma famous for?");
  CHECK(text({network, "#1 were founded when?"}) == "The network that showed Emma was founded when?");
  CHECK(text({"What network showed Emma in the U.S.?", "Who owns #1?"}) ==
        "Who owns the network that showed Emma in the U.S.?");
  CHECK(text({network, "When did the #1 close ?"}) == "When did the network that showed Emma close?");
  CHECK(text({network, "what ranking that #1 holds is best"}) ==
        "What ranking that the network that showed Emma holds is best?");
}

TEST_CASE("verbalise: a phrase does not stand before a noun or after a modifier") {
  using enum mhqa::unworded;
  const std::string network = "What network showed Emma?";
  CHECK(words({network, "Who uses a deterministic #1 here?"}).why == attributive);
  CHECK(words({network, "When did the #1 rebroadcast Emma?"}).why == attributive);
  CHECK(words({"What did Luther translate?", "Who sold the #1?"}).why == no_rule);
  CHECK(words({network, "Who met #1 in 1954?"}).question == "In 1954, who met the network that showed Emma?");
  CHECK(words({network, "Who met #1 with joy?"}).why == ambiguous);
  CHECK(words({network, "What is #1 name for it?"}).why == attributive);
  CHECK(mhqa::rule_verbaliser{}({"id", {"What people won it?", "How many are #1?"}, {"Irish", "2"}, {}, {}}).why ==
        attributive);
  CHECK(mhqa::rule_verbaliser{}({"id", {"What religion won it?", "How many are #1?"}, {"Catholic", "2"}, {}, {}})
            .question == "How many are of the religion that won it?");
  CHECK(words({network, "Who won #1 50?"}).why == part_of_name);
  CHECK(mhqa::rule_verbaliser{5}({"id", {network, "Who owns #1?"}, {}, {}}).why == too_long);
}

TEST_CASE("verbalise: a last step that is not a whole question gets no wording") {
  using enum mhqa::unworded;
  const std::string network = "What network showed Emma?";
  CHECK(words({network, "What critic that hates #1?"}).why == no_rule);
  CHECK(words({network, "What an the owner of #1 do?"}).why == faulty);
  CHECK(words({network, "That does #1 stand for?"}).why == no_rule);
  CHECK(text({network, "According to Ann, where is #1?"}) ==
        "According to Ann, where is the network that showed Emma?");
  CHECK(text({network, "What critic that hates Emma runs #1?"}) ==
        "What critic that hates Emma runs the network that showed Emma?");
  CHECK(to_string(nested) == "nested");
}

TEST_CASE("verbalise: the word of a language is the word in the language that a step asks for") {
  CHECK(text({"What language did Ann study?", "What is the #1 word for tea?"}) ==
        "What is the word for tea in the language that Ann studied?");
  CHECK(words({"What country did Ann visit?", "What is the #1 word for tea?"}).why != mhqa::unworded::no);
}

TEST_CASE("verbalise: words around a phrase that belong to it, or to the question") {
  CHECK(words({"What dynasty came after the Yuan?", "When was the #1 in power?"}).why == mhqa::unworded::ambiguous);
  CHECK(words({"What dynasty came after the Yuan?", "Who fought the #1 in power?"}).why == mhqa::unworded::ambiguous);
  CHECK(words({"Which game did Ann win?", "Who were guests for the #1 halftime show?"}).why ==
        mhqa::unworded::attributive);
  CHECK(words({"Which game did Ann win?", "Who showed the 50th #1 in Ohio?"}).why == mhqa::unworded::attributive);
  CHECK(words({"What country did Ann visit?", "What area differs from others in the #1 regarding education?"})
            .question.find("regarding education of") == std::string::npos);
  CHECK(words({"Who showed Emma to Ann?", "What did #1 dress in while in Ohio?"}).question.find("In while") ==
        std::string::npos);
}

TEST_CASE("verbalise: a preposition goes before its clause if words follow") {
  const std::string city = "What city was Ann born in?";
  CHECK(text({city, "How many schools in #1 are old?"}) ==
        "How many schools in the city in which Ann was born are old?");
  CHECK(text({city, "Who founded #1?"}) == "Who founded the city that Ann was born in?");
  CHECK(text({"What country does the Moselle take the Rhine to?", "What did #1 offer that was rare?"}) ==
        "What did the country to which the Moselle takes the Rhine offer that was rare?");
  CHECK(text({"What country did Ann come from?", "When was #1 founded?"}) ==
        "When was the country that Ann came from founded?");
  CHECK(text({"Where is Ann from?", "How old is #1 now?"}) == "How old is the place that Ann is from now?");
}

TEST_CASE("verbalise: what follows a clause must not be read as a part of it") {
  using enum mhqa::unworded;
  const std::string team = "What team did Ann beat in Ohio?";
  CHECK(words({team, "When did #1 and the Dutch meet?"}).why == ambiguous);
  CHECK(words({team, "Who joined #1 and Bob?"}).why == ambiguous);
  CHECK(words({"Where was Ann buried?", "What lies between #1 and Budapest?"}).why == no);
  CHECK(words({"Where was Ann born?", "What lies between #1 and Budapest?"}).why == no);
  CHECK(words({"Where was Ann buried?", "When did #1 and Budapest fight?"}).why == ambiguous);
  CHECK(words({"Who won in Rome?", "What joined #1 and Bob?"}).why == ambiguous);
  CHECK(words({team, "When did the Dutch and #1 meet?"}).why == no);
  CHECK(words({team, "Where is the #1 - Yale match held?"}).why == part_of_name);
  CHECK(mhqa::rule_verbaliser{}({"id",
                                 {"Who holds the record for jumps?", "How many #1 episodes are there?"},
                                 {"Emma", "2"},
                                 {mhqa::named_kind::unknown, mhqa::named_kind::unknown},
                                 {}})
            .why == attributive);
  CHECK(words({team, "Who took two teams to more than one #1?"}).why == attributive);
}

TEST_CASE("verbalise: a comma ends the clause of a phrase that opens the question") {
  CHECK(text({"What region did Ann rule?", "In #1, which group left?"}) ==
        "In the region that Ann ruled, which group left?");
  CHECK(words({"What region did Ann rule?", "When did #1 which fell rise?"}).why == mhqa::unworded::nested);
}

TEST_CASE("verbalise: a participle after a noun is not the noun") {
  CHECK(text({"What is the most basic degree required to teach?", "Who wants the #1 degree?"}) ==
        "Who wants the most basic degree required to teach?");
}

TEST_CASE("verbalise: a verb is not the noun that the phrase has already") {
  CHECK(text({"What was the first stop for ships in Ohio?", "When did #1 stop using coal?"}) ==
        "When did the first stop for ships in Ohio stop using coal?");
}

TEST_CASE("verbalise: a clause of the phrase after a noun gets its that") {
  CHECK(text({"What network showed Emma?", "What is the most money #1 has ever had?"}) ==
        "What is the most money that the network that showed Emma has ever had?");
  CHECK(text({"What team won a prize?", "What was the game the #1 played in May?"}) ==
        "What was the game that the team that won a prize played in May?");
  CHECK(words({"What team won a prize?", "What was the team the #1 played in May?"}).why == mhqa::unworded::nested);
}

TEST_CASE("verbalise: nouns around the phrase") {
  CHECK(text({"What state grows corn?", "What is the #1 state bird?"}) ==
        "What is the state bird of the state that grows corn?");
  CHECK(text({"What show won a prize?", "Who is in the #1 series?"}) == "Who is in the show that won a prize?");
  CHECK(text({"What city won a prize?", "When did downtown #1 thrive?"}) ==
        "When did the center of the city that won a prize thrive?");
  CHECK(text({"What city won a prize?", "How many homes were lost in the #1 fire?"}) ==
        "How many homes were lost in the fire in the city that won a prize?");
  CHECK(text({"What city won a prize?", "Who was the #1 mayor in 1913?"}) ==
        "In 1913, who was the mayor of the city that won a prize?");
  CHECK(words({"What city won a prize?", "What is the #1 problem?"}).why == mhqa::unworded::attributive);
  CHECK(text({"Who won a prize?", "Who was #1 prejudiced against?"}) ==
        "Who was the person who won a prize prejudiced against?");
}

TEST_CASE("verbalise: a clause may end before the last word of the question") {
  const std::string place = "To where did Ann flee?";
  CHECK(text({place, "In what country is #1 located?"}) == "In what country is the place to which Ann fled located?");
  CHECK(words({place, "What did #1 offer?"}).why == mhqa::unworded::nested);
  CHECK(words({"Which of Ann's friends did Bob suggest he also enlist?", "Who did #1 support?"}).why ==
        mhqa::unworded::nested);
}

TEST_CASE("verbalise: a step before a noun, of an event, of a team") {
  const auto four = [](std::string last) {
    return mhqa::rule_verbaliser{}({"id",
                                    {"When do they give out the MVP award?", "Who played in the most #1 games?",
                                     "Which is the league of #2?", std::move(last)},
                                    {"after the World Series", "the New York Yankees", "Major League Baseball", "26"},
                                    {mhqa::named_kind::unknown, mhqa::named_kind::team, mhqa::named_kind::organization,
                                     mhqa::named_kind::unknown}});
  };
  CHECK(four("longest win streak in #3 history").question ==
        "What is the longest win streak in the history of the league of the team that played in the most games of the "
        "event after which they give out the MVP award?");
  // a verb after two clauses
  CHECK(four("When does #3 leave the city?").why == mhqa::unworded::nested);
  CHECK(
      four("When does #3 start the season?").question.starts_with("When is the start of the season of the league of"));
  CHECK(mhqa::kind_of_answer("the Paris Treaties", "", "Who ended it?") == mhqa::named_kind::unknown);
}

TEST_CASE("verbalise: nested clauses go to the end, and the name of a pair to its front") {
  CHECK(text({"What country released Atalia?", "Where is #1 located?", "What region lies to the north of #2 and Chad?",
              "When was #3 established?"}) ==
        "When was the region established that lies to the north of Chad and the place where the country that released "
        "Atalia is located?");
  CHECK(text({"Which river crosses Vienna?", "When was #1 dammed?"}) ==
        "When was the river that crosses Vienna dammed?");
}

TEST_CASE("verbalise: a noun that two steps share is said twice, but three times is too deep") {
  const std::string owner = "Who is the owner of YouTube?", child = "Who is the child of #1?";
  CHECK(text({owner, "Who is the owner of #1?"}) == "Who is the owner of the owner of YouTube?");
  CHECK(words({"Who is the child of Noah?", child, "Who is the child of #2?", "Who is the child of #3?"}).why ==
        mhqa::unworded::nested);
}

TEST_CASE("verbalise: a state after the reference, a name after it, a preposition before the clause") {
  const std::string mall = "Which mall is in Ohio?";
  CHECK(text({mall, "Until when was the #1 open?"}) == "Until when was the mall that is in Ohio open?");
  CHECK(words({"Who wrote Emma?", "Where did #1 the novelist live?"}) ==
        mhqa::wording{"", mhqa::unworded::part_of_name, 2});
  CHECK(text({"Who wrote Emma?", "In which town did #1 live?", "When was #2 founded?"}) ==
        "When was the town founded in which the person who wrote Emma lived?");
}
