// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa_test;

TEST_CASE("reward: one line out for each line in, with the reason and the function's other numbers") {
  const finished done =
      mhqa({"reward", "--rule", "verl_search_r1_like"},
           "{\"text\": \"<answer> Rome </answer>\", \"gold\": {\"target\": [\"rome\"]}, \"more\": 1}\n"
           "{\"text\": \"Rome\", \"gold\": \"Rome\"}\n");
  CHECK(done.status == 0);
  CHECK(done.out ==
        "{\"reward\": 1.0, \"extracted\": \"Rome\", \"why\": \"right\", \"subem\": 1.0}\n"
        "{\"reward\": 0.0, \"extracted\": null, \"why\": \"no_answer\", \"subem\": 0.0}\n");
}

TEST_CASE("reward: null where one number is undefined, an error and status 2 where the program raises") {
  const finished undefined = mhqa({"reward", "--rule", "zerosearch"}, "{\"text\": \"x\", \"gold\": [\"x\"]}\n");
  CHECK(undefined.status == 0);
  CHECK(undefined.out ==
        "{\"reward\": null, \"extracted\": null, \"why\": \"no_answer\", \"em\": null, \"subem\": 0.0}\n");
  const finished raised = mhqa({"reward", "--rule", "asearcher"},
                               "{\"text\": \"x\", \"gold\": []}\n{\"text\": \"x\"}\n"
                               "{\"text\": \"x\", \"gold\": \"{\\\"target\\\": [\\\"x\\\"]}\"}\n");
  CHECK(raised.status == 2);
  CHECK(raised.out.find("expected at least one gold answer") != std::string::npos);
  CHECK(raised.out.find("expected the field \\\"gold\\\"") != std::string::npos);
  CHECK(raised.out.find("found a string that holds a list or an object") != std::string::npos);
}

TEST_CASE("reward: null as a text is 0, an empty text or an error, as in the program") {
  const auto rewarded = [](const char* rule) {
    return mhqa({"reward", "--rule", rule}, "{\"text\": null, \"gold\": \"\"}\n");
  };
  CHECK(rewarded("slime_f1").out ==
        "{\"reward\": 0.0, \"extracted\": null, \"why\": \"no_text\", \"precision\": 0.0, \"recall\": 0.0}\n");
  CHECK(rewarded("skyrl_agent_qa").out ==
        "{\"reward\": 0.0, \"extracted\": null, \"why\": \"no_text\", \"f1\": 0.0}\n");  // an empty text is right
  CHECK(rewarded("graph_r1").out.starts_with("{\"reward\": 0.0, \"extracted\": null, \"why\": \"no_text\", "));
  CHECK(rewarded("nemo_gym_hotpotqa").out.find("\"answer_em\": 1.0") != std::string::npos);
  const finished raised = rewarded("verl_search_r1_like");
  CHECK(raised.status == 2);
  CHECK(raised.out.find("expected a text, found none") != std::string::npos);
}

TEST_CASE("reward: a rule that nobody published is refused with the known ones") {
  check_refused(mhqa({"reward", "--rule", "nothing"}, ""), "found \"nothing\"");
  check_refused(mhqa({"reward"}, ""), "--rule is required");
}

TEST_CASE("reward: golds in JSON's or Python's spelling are refused, and --signature names the rule's numbers") {
  const finished done = mhqa({"reward", "--rule", "em"},
                             "{\"text\": \"<answer>Rome</answer>\", \"gold\": \"['Rome', 'Roma']\"}\n"
                             "{\"text\": \"<answer>Rome</answer>\", \"gold\": \"{'target': ['Rome']}\"}\n"
                             "{\"text\": \"<answer>Rome</answer>\", \"gold\": [\"Rome\"]}\n");
  CHECK(done.status == 2);
  CHECK(done.out.starts_with("{\"error\": "));
  CHECK(done.out.find("\n{\"error\": ") != std::string::npos);
  CHECK(done.out.find("\n{\"reward\": 1.0") != std::string::npos);
  CHECK(mhqa({"reward", "--rule", "search_r1_em_format", "--signature"}).out.find("|structure_format_score:0.2|") !=
        std::string::npos);
  const std::string wrong = "{\"text\": \"<answer>a</answer><answer>b</answer>\", \"gold\": \"c\"";
  const auto reward = [&](const char* rule, const std::string& more) {
    return mhqa({"reward", "--rule", rule}, wrong + more + "}\n").out;
  };
  CHECK(reward("search_r1_em_format", "").starts_with("{\"reward\": 0.1"));
  CHECK(reward("search_r1_em_format_unweighted", "").starts_with("{\"reward\": 0.0"));
  CHECK(reward("search_r1_em_format_unweighted", ", \"final_format_score\": 0.3").starts_with("{\"reward\": 0.3"));
  CHECK(reward("search_r1_em", ", \"format_score\": 0.4").starts_with("{\"reward\": 0.4"));
}
