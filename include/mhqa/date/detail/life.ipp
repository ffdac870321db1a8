// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life.hpp.
#pragma once

#include <mhqa/date/life.hpp>

#include <mhqa/date/detail/life_bracket.hpp>
#include <mhqa/date/detail/life_clause.hpp>
#include <mhqa/date/detail/life_entry.hpp>
#include <mhqa/date/detail/life_owner.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/spell.hpp>

#include <algorithm>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// How the date of a clause relates to the known date.
enum class life_agreement : std::uint8_t { same, refines, disputes };

// How a date agrees with a known one, whatever calendar each is written in.
[[nodiscard]] inline life_agreement compare_statements(stated_date known, stated_date other) noexcept {
  using enum life_agreement;
  known.calendar = other.calendar = calendar_model::gregorian;
  const auto plain = [](const stated_date& date) { return date.kind == statement::date && date.first().month <= 12; };
  const std::optional<day_span> all = possible_days(known, no_leeway), days = possible_days(other, no_leeway);
  if (!plain(other) || !all || !days) return same;
  const bool exactly = !has_doubt(other), doubted = has_doubt(known);
  const auto within = [](day_span a, day_span b) { return b.first <= a.first && a.last <= b.last; };
  if (!plain(known)) {
    if (exactly && within(*days, *all)) return refines;
    return !exactly || (all->first <= days->last && days->first <= all->last) ? same : disputes;
  }
  if (known.first().year != other.first().year) return doubted || !exactly ? same : disputes;
  if (!within(*days, *all)) return within(*all, *days) ? same : disputes;
  return exactly && (doubted || days != all) ? refines : same;
}

/// Puts the findings of one stretch of text into a reading; the first mention of an event counts.
class life_collector {
 public:
  explicit life_collector(life_reading& out) noexcept : out_{out} {}

  void note(life_reason reason) noexcept {
    out_.reasons = static_cast<std::uint16_t>(out_.reasons | 1U << static_cast<unsigned>(reason));
  }

  void add(const life_findings& found, bool living) noexcept {
    const auto take = [](std::optional<life_date>& to, const std::optional<placed_date>& from) {
      if (from && !to) to = life_date{from->date, from->position, from->length, life_source::bracket};
    };
    if (found.single && !living) {
      if (found.after_dash && !out_.died) {
        take(out_.died, found.born);
        return;
      }
      note(life_reason::single_date);
      if (!single_) take(single_, found.born);
    } else if (!out_.died || !found.born || is_possible_life(found.born->date, out_.died->date)) {
      take(out_.born, found.born);
    }
    if (!out_.born || !found.died || is_possible_life(out_.born->date, found.died->date)) take(out_.died, found.died);
    take(out_.baptised, found.baptised);
    take(out_.buried, found.buried);
    if (found.unreadable) note(life_reason::unreadable);
    if (found.out_of_order) note(life_reason::out_of_order);
    if (found.reign_or_office) note(life_reason::other_event);
  }

  /// "(28 July 1750)" after the name is a death if a clause gives that year: "He died in 1750".
  void settle_single_date() noexcept {
    for (std::optional<life_date>* const known : {&out_.died, &out_.born}) {
      if (!single_ || !*known || (*known)->source != life_source::clause) continue;
      if (compare_statements((*known)->date, single_->date) != life_agreement::refines) continue;
      single_->source = life_source::refined;
      *known = single_;
      out_.reasons =
          static_cast<std::uint16_t>(out_.reasons & ~(1U << static_cast<unsigned>(life_reason::single_date)));
      return;
    }
  }

  void add(const life_clause& clause, bool living) noexcept {
    life_date date{clause.date.date, clause.date.position, clause.date.length, life_source::clause};
    if (clause.event == life_event_word::baptism || clause.event == life_event_word::burial) {
      auto& known = clause.event == life_event_word::baptism ? out_.baptised : out_.buried;
      if (!known) known = date;
      return;
    }
    const bool birth = clause.event == life_event_word::birth;
    if (!birth && living && !out_.died) return note(life_reason::dies_while_living);
    auto& known = birth ? out_.born : out_.died;
    const auto& other = birth ? out_.died : out_.born;
    const life_reason disputed = birth ? life_reason::birth_disputed : life_reason::death_disputed;
    if (other && !(birth ? is_possible_life(date.date, other->date) : is_possible_life(other->date, date.date))) {
      return note(known ? disputed : life_reason::out_of_order);
    }
    const life_agreement agreement = known ? compare_statements(known->date, date.date) : life_agreement::refines;
    if (agreement == life_agreement::same) return;
    if (agreement == life_agreement::disputes) {
      auto& both = birth ? out_.disputed_birth : out_.disputed_death;
      if (!both) both = {*known, date};
      return note(disputed);
    }
    if (known && known->source == life_source::bracket) date.source = life_source::refined;
    known = date;
  }

 private:
  life_reading& out_;
  std::optional<life_date> single_{};  // a date in a bracket of which nothing says what it is
};

/// Reads one paragraph: its lead up to the first verb, then its sentences.
class life_reader {
 public:
  life_reader(std::string_view title, std::string_view text) : title_{title}, t_{read_life_text(text)} {
    names_.add(heading_of(title, text));
    title_noun_ = title_noun(title);
    verb_ = find_main_verb(t_);
    if (verb_.form != life_word::other) noun_ = predicate_noun(t_, verb_.at);
    if (noun_ == subject_noun::unknown) noun_ = apposition_noun();
    if (noun_ == subject_noun::unknown) noun_ = noun_after_name();
    heading_ = !is_thing(noun_) && begins_with_heading(t_, names_) && !names_thing(title_);
    if (heading_) noun_ = subject_noun::person;
  }

  [[nodiscard]] life_reading read() {
    aliases_ = names_;
    if (!read_entry()) read_lead();
    const life_topic topic = of_others_ ? life_topic::other : life_topic::person;
    const life_sentences sentences = life_clause_reader{t_, aliases_}.read(topic);
    if (!is_person(sentences.about_person, sentences.begins_with_life)) {
      out_ = {};
      collect_.note(life_reason::not_a_person);
      return out_;
    }
    out_.person = true;
    if (foreign_ && !out_.born && !out_.died) collect_.note(life_reason::other_subject);
    for (const life_clause& clause : sentences.clauses) collect_.add(clause, is_living());
    collect_.settle_single_date();
    if (out_.disputed_birth) out_.born.reset();
    if (out_.disputed_death) out_.died.reset();
    if (!out_.born && out_.baptised) collect_.note(life_reason::baptism_only);
    if (!out_.died && out_.buried) collect_.note(life_reason::burial_only);
    return out_;
  }

 private:
  [[nodiscard]] bool is_living() const noexcept { return verb_.form == life_word::present; }

  // How many of the title's words stand before token `end`.
  [[nodiscard]] std::size_t named_before(std::size_t end) const {
    std::vector<bool> seen(names_.words().size());
    for (std::size_t i = 0; i < end; ++i) {
      const bool hyphened = t_.spelled(i).find('-') != std::string_view::npos;  // "al-Dawla"
      if (t_[i].kind == life_kind::word && (t_[i].capital || hyphened)) names_.mark(t_.spelled(i), seen);
    }
    return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
  }

  // "John Doe (1819–1893), a pastor, served …", "Theobald (735–770), Count of Arles": the noun after the first bracket.
  [[nodiscard]] subject_noun apposition_noun() const {
    for (std::size_t i = 0; i < verb_.at; i = t_.next(i)) {
      if (!t_.is(i, life_kind::open) || t_[i].match == i) continue;
      // "The Scottish sculptor Ann Roe (1850–1900) made"
      const std::size_t name = t_.find(0, i, [this](std::size_t k) { return names_.has(t_, k); });
      if (name > 1 && name < i && t_.is(0, life_word::article) && names_person(t_, name - 1))
        return subject_noun::person;
      const std::size_t close = t_[i].match;
      const bool comma = t_.is_mark(close + 1, ',') || t_.is_mark(close + 1, '.');
      const bool article = t_.is(close + 2, life_word::article);
      if (comma && article ? i == 0 || !names_.has(t_, i - 1) || named_before(i) != names_.words().size()
                           : !(i == 0 || names_.has(t_, t_.is(0, life_word::honorific) ? 1 : 0)) ||
                                 read_life_bracket(t_, i + 1, close, true).empty()) {
        continue;
      }
      if (predicate_noun(t_, comma ? close + 1 : close) == subject_noun::person) return subject_noun::person;
    }
    return subject_noun::unknown;
  }

  // "Ann Roe, English poet (1850–1900).", "Ann Roe, English, 1850–1900", "Ann Roe, schooner, b. 1850"
  [[nodiscard]] subject_noun noun_after_name() const {
    const std::size_t end = own_first_words();
    const auto number = [this](std::size_t i) { return t_.is(i, life_kind::number); };
    if (end == 0 || !t_.is_mark(end, ',') || t_.any(0, end, number)) return subject_noun::unknown;
    const life_entry_reader entry{t_, names_};
    const entry_part part = entry.part_of(end + 1, entry.end_of_part(end + 1));
    if (part == entry_part::thing) return subject_noun::lively_thing;
    const bool person = part == entry_part::person || (part == entry_part::label && !names_thing(title_)) ||
                        predicate_noun(t_, end) == subject_noun::person;
    const bool alone = verb_.form == life_word::other || t_.is(end + 1, life_word::article);
    return person && alone ? subject_noun::person : subject_noun::unknown;
  }

  // "Archduchess Ann of Austria", in the title.
  [[nodiscard]] bool has_title_of_rank() const {
    const life_text words = tokens_of_title(title_);
    return words.any(0, words.size(),
                     [&](std::size_t i) { return words.is(i, life_word::honorific) && words[i].capital; });
  }

  // The table beside an article about a character, whose rows have become one text.
  [[nodiscard]] bool is_table_of_character() const {
    constexpr std::array<std::string_view, 5> rows{"First appearance", "Last appearance", "Portrayed by", "Voiced by",
                                                   "Played by"};
    const std::string_view before = t_.text.substr(0, t_[verb_.at].position);
    return std::count_if(rows.begin(), rows.end(),
                         [before](std::string_view row) { return before.find(row) != std::string_view::npos; }) > 1;
  }

  // "Clifford Smith (born April 1, 1971), better known by his stage name Method Man, is": the title in the sentence.
  [[nodiscard]] bool is_titled() const {
    constexpr std::size_t longest = 40;
    std::size_t end = verb_.at;
    while (end < t_.size() && end < verb_.at + longest && !ends_sentence(t_, end)) ++end;
    return named_before(end) == names_.words().size();
  }

  // "Scott was", "Charles Avison".
  [[nodiscard]] bool begins_with_name() const noexcept {
    return t_.is_name(0) && (t_.is_name(1) || (verb_.at == 1 && verb_.form != life_word::other));
  }

  // "was born in Newcastle upon Tyne": the title is where something happens.
  [[nodiscard]] bool is_title_place() const {
    const std::size_t i = t_.find(verb_.at, t_.size(), [this](std::size_t k) { return names_.has(t_, k); });
    return i < t_.size() && t_.is_any<life_word::preposition, life_word::of>(i - 1);
  }

  void take(const life_findings& found) {
    has_life_ = true;
    has_words_ = has_words_ || found.words;
    has_month_ = has_month_ || found.full;
    collect_.add(found, is_living() && (found.full || noun_ == subject_noun::person));
  }

  // "Born" and "The" at the beginning of a sentence have a capital but are not names.
  [[nodiscard]] static bool is_name_part(const life_token& token) noexcept {
    return token.part == life_word::other || token.part == life_word::honorific || token.value != 0;
  }

  // The end of the capitalised words that a sentence begins with, if the title's are among them; otherwise 0.
  [[nodiscard]] std::size_t own_first_words() const {
    std::size_t end = 0;
    bool own = false;
    for (; end < verb_.at && (t_[end].kind != life_kind::word || t_[end].capital); end = t_.next(end)) {
      if (t_.is_mark(end, ',')) break;
      own = own || names_.has(t_, end);
    }
    return own ? end : 0;
  }

  // "Ann Roe, M.D. (1979)": two initials that are not the title's stand before the bracket.
  [[nodiscard]] bool follows_degree(std::size_t open) const noexcept {
    return open > 3 && t_.is_mark(open - 1, '.') && t_[open - 2].length <= 2 && t_[open - 2].capital &&
           t_[open - 2].part != life_word::honorific && t_.is_mark(open - 3, '.') && !names_.has(t_, open - 2);
  }

  /// What the words of the lead so far say.
  struct lead_words {
    bool named = false;        // the title's name stands there
    bool of_relative = false;  // "son of": what follows tells of somebody else
    bool any_name = false, joined = false, lower = false;
    std::size_t end_of_name = 0;
    std::vector<std::size_t> names{};  // the capitalised words of the name
  };

  // The brackets between the name and the verb, and "John Doe, born 5 May 1900 in Oslo, was".
  void read_lead() {
    const bool titled = is_titled();
    lead_words so_far{.named = names_.empty() || t_.is_mark(0, ',')};
    // Without a verb the lead is a whole sentence, which names others too: the name is its first words.
    so_far.end_of_name = verb_.form != life_word::other ? verb_.at : own_first_words();
    std::size_t after_bracket = 0;
    for (std::size_t i = 0; i < verb_.at; i = t_.next(i)) {
      const life_token& token = t_[i];
      if (token.kind == life_kind::word) add_lead_word(i, so_far);
      const bool stray = token.kind == life_kind::close && token.match == i;
      if ((token.kind != life_kind::open && !stray) || token.mark == '[') continue;
      if (so_far.of_relative || (!so_far.any_name && i != 0)) continue;
      // A bracket that is never closed is read up to the verb, one that is never opened from the bracket before it.
      const std::size_t begin = stray ? after_bracket : i + 1;
      const std::size_t end = stray ? i : token.match == i ? verb_.at : token.match;
      after_bracket = end + 1;
      read_lead_bracket(i, begin, end, titled, so_far);
    }
    take_names(so_far, titled);
    const bool named = so_far.named || titled;
    if (named && !so_far.of_relative) read_words(titled);
    if (!has_life_) read_gloss();
  }

  // "John Doe, born 5 May 1900 in Oslo, was".
  void read_words(bool titled) {
    std::size_t first = 0;
    while (first < verb_.at && !names_.has(t_, first) && !titled && !t_.is_mark(0, ',')) ++first;
    const life_findings found = read_life_bracket(t_, first, verb_.at, false);
    if (found.born || found.died) take(found);
  }

  // "Charles Avison was born in Newcastle" makes him no part of Newcastle's name.
  void take_names(const lead_words& so_far, bool titled) {
    if (so_far.named || (titled && !is_title_place()) || title_noun_ == subject_noun::person || has_life_) {
      for (const std::size_t i : so_far.names) aliases_.add_word(t_[i], t_.spelled(i));
      aliases_.sort();
    } else {
      of_others_ = begins_with_name();
    }
  }

  void add_lead_word(std::size_t i, lead_words& so_far) const {
    const life_token& token = t_[i];
    if (names_.has(t_, i) || (token.capital && names_.resembles(t_.spelled(i)))) {
      so_far.named = true;
      so_far.of_relative = false;
    }
    so_far.any_name = so_far.any_name || token.capital;
    so_far.lower = so_far.lower || (!token.capital && token.length > 3);
    so_far.joined = so_far.joined || token.part == life_word::conjunction_and;
    const bool relative = is_one_of<life_word::offspring, life_word::relative>(token.part);
    so_far.of_relative = so_far.of_relative || (!token.capital && relative);
    if (token.capital && !so_far.of_relative && i < so_far.end_of_name && is_name_part(token))
      so_far.names.push_back(i);
  }

  // A bracket at token i, from `begin` to `end`.
  void read_lead_bracket(std::size_t i, std::size_t begin, std::size_t end, bool titled, const lead_words& so_far) {
    const life_findings found = read_life_bracket(t_, begin, end, !out_.born && !out_.died);
    if (found.empty()) return;
    if (t_.is(i, life_kind::open) && i != 0 && !is_of_subject(i, found)) return collect_.note(life_reason::other_event);
    if (found.single && follows_degree(i)) return collect_.note(life_reason::single_date);
    if (!so_far.named && !titled && i != 0 && (so_far.lower || !is_introduced())) {
      foreign_ = true;
      return;
    }
    if (noun_ == subject_noun::unknown && labels_person(t_, begin) && (found.words || !names_thing(title_)))
      noun_ = subject_noun::person;  // "(English, 1820–1890)"
    if (!has_life_) alone_ = !so_far.joined && (named_before(i) == names_.words().size() || i == 0);
    take(found);
  }

  // The bracket of a rank or a profession may give its holder's life or term: months, and more years than a term has,
  // tell.
  [[nodiscard]] bool is_of_subject(std::size_t open, const life_findings& found) const {
    constexpr int longest_term = 40, adult = 18, longest_dated_term = 10;
    const bracket_owner owner = owner_of_bracket(t_, names_, open);
    if (owner == bracket_owner::subject || owner == bracket_owner::other) return owner == bracket_owner::subject;
    if (found.words || !found.born || !found.died) return true;
    const int least = found.full ? longest_dated_term : owner == bracket_owner::rank ? longest_term : adult;
    return found.died->date.first().year - found.born->date.first().year > least;
  }

  // "Matthew Prior, b. 1664; d. 1721.", "English scientist who formulated the law of elasticity (1635-1703)".
  [[nodiscard]] bool read_entry() {
    const auto found = life_entry_reader{t_, names_}.find(verb_.at);
    if (!found || (!found->person && names_thing(title_))) return false;
    const life_findings dates = read_life_bracket(t_, found->begin, found->end, true);
    const bool life = found->words ? dates.words && !dates.empty() : is_plain_life(*found, dates);
    if (life) take_entry(dates);
    return life;
  }

  void read_gloss() {
    const auto found = life_entry_reader{t_, names_}.find_gloss();
    if (!found) return;
    const life_findings dates = read_life_bracket(t_, found->begin, found->end, true);
    if (dates.died ? dates.born || dates.words || t_.is_mark(found->begin, '?') : dates.born && dates.words) {
      take_entry(dates);
    }
  }

  [[nodiscard]] bool is_plain_life(const entry_dates& entry, const life_findings& dates) const {
    constexpr int shortest_life = 20, longest_term = 40;
    if (!dates.born || !dates.died) return heading_ && dates.born && !dates.single;  // "Roe, Ann, 1950-"
    const int years = dates.died->date.first().year - dates.born->date.first().year;
    std::size_t after = entry.end;
    while (t_.is(after, life_kind::mark) || t_.is(after, life_kind::close)) ++after;
    if (t_.is(after, life_word::preposition) || years < (entry.office ? longest_term : shortest_life)) return false;
    return entry.person || entry.labelled || heading_ || dates.full || t_.spelled(after) == "m" ||
           predicate_noun(t_, after - 1) == subject_noun::person;
  }

  void take_entry(const life_findings& dates) {
    noun_ = subject_noun::person;
    entry_ = true;
    of_others_ = false;
    take(dates);
  }

  // Returns true if a first sentence about another name is about the title all the same: a stage name that follows
  // later.
  [[nodiscard]] bool is_introduced() {
    if (noun_ != subject_noun::person) return false;
    if (title_noun_ == subject_noun::person) return true;
    if (!mentioned_) mentioned_ = named_before(t_.size()) == names_.words().size();
    return *mentioned_;
  }

  // A pronoun for a person, or a "who" in the first sentence.
  [[nodiscard]] bool is_personal() const noexcept {
    using enum life_word;
    bool first = true;
    return t_.any(0, t_.size(), [&](std::size_t i) {
      const bool of_first = first && t_[i].length == 3 && t_.is(i, who);
      first = first && !ends_sentence(t_, i);
      return of_first || t_.is_any<he, she, his, her>(i);
    });
  }

  // The years from birth to death; nothing unless both are stated.
  [[nodiscard]] std::optional<int> years_lived() const noexcept {
    if (!out_.born || !out_.died) return std::nullopt;
    const date_term& born = out_.born->date.first();
    const date_term& died = out_.died->date.first();
    if (born.what != date_term::end::date || died.what != date_term::end::date) return std::nullopt;
    return died.year - born.year;
  }

  // "Ann Roe (1788–1864) served as the eighth Mayor": what only people do, right after the bracket.
  [[nodiscard]] bool acts_as_person() const noexcept {
    constexpr auto acts = words_of<23>(
        "became composed excelled graduated joined lived m married painted played practiced practised preached ran"
        " represented sang served settled studied taught translated worked wrote");
    const std::size_t open = t_.find(0, verb_.at, [this](std::size_t i) { return t_.is(i, life_kind::open); });
    return open < verb_.at && is_listed(acts, t_.spelled(t_[open].match + 1));
  }

  [[nodiscard]] bool is_person(bool about_person, bool begins_with_life) const {
    if (names_event_of_person(title_) || title_noun_ == subject_noun::lively_thing) return false;
    if (entry_) return true;
    const bool personal = is_personal();
    if (is_thing_of_title(personal, begins_with_life)) return false;
    if (has_life_ && has_words_) return true;
    // "(4 August 1950 – 15 September 1953)": a war or a series rather than a life, unless a noun says that it is one.
    constexpr int shortest_life = 13;
    const std::optional<int> years = years_lived();
    const bool person = noun_ == subject_noun::person;
    if (years && *years < shortest_life && !person) return false;
    if (is_dated_as_person(personal, years.has_value())) return true;
    if (noun_ == subject_noun::thing) return false;
    const bool thing = t_.is(0, life_word::article) && !alone_ && !begins_with_life;
    return !thing && (person || title_noun_ == subject_noun::person || about_person);
  }

  // Returns true if the dates, with a noun, a pronoun, the title's whole name or its rank, are those of a person.
  [[nodiscard]] bool is_dated_as_person(bool personal, bool years) const {
    if (has_life_ && has_month_ && personal) return true;
    if (noun_ == subject_noun::thing) return false;
    if (has_life_ && noun_ == subject_noun::person) return true;
    if (has_life_ && alone_ && (personal || has_month_ || (years && acts_as_person()))) return true;
    return has_month_ && years && noun_ == subject_noun::unknown && has_title_of_rank();
  }

  // Returns true if the title, or what the text says that it is, is no person.
  [[nodiscard]] bool is_thing_of_title(bool personal, bool begins_with_life) const {
    const bool plural = verb_.form == life_word::plural_past || verb_.form == life_word::plural_present;
    if (noun_ == subject_noun::lively_thing || (plural && !alone_) || is_table_of_character()) return true;
    // A surname may be a noun: "Ross Story (16 January 1920 – 9 May 1991)".
    const bool lived = has_month_ && noun_ == subject_noun::unknown && (alone_ || personal);
    const bool born = begins_with_life && !t_.is(0, life_word::article);
    return noun_ != subject_noun::person && !lived && !born && names_thing(title_);
  }

  std::string_view title_;
  life_text t_;
  life_names names_;    // of the title
  life_names aliases_;  // and of the lead
  life_verb verb_;
  subject_noun title_noun_ = subject_noun::unknown;
  subject_noun noun_ = subject_noun::unknown;
  bool has_life_ = false;            // a bracket gives dates
  bool has_words_ = false;           // it says "born" or "died"
  bool has_month_ = false;           // it has a month
  bool heading_ = false;             // the text begins with "Roe, Ann"
  bool entry_ = false;               // the text is an entry of a dictionary
  bool foreign_ = false;             // a bracket with dates follows another name
  bool of_others_ = false;           // the lead names somebody else
  bool alone_ = false;               // the title's whole name stands before the first bracket with dates
  std::optional<bool> mentioned_{};  // the title's whole name stands in the text
  life_reading out_;
  life_collector collect_{out_};
};

}  // namespace detail

MHQA_INLINE life_reading read_life(std::string_view title, std::string_view text) {
  return detail::life_reader{title, text}.read();
}

MHQA_INLINE std::string spell_found(std::string_view text, const life_date& found, partial_date date) {
  const std::string_view own = text.substr(found.position, found.length);
  return std::string{parse_date(own).value == date ? own : spell(date).view()};
}

MHQA_INLINE std::string explain(const life_reading& life) {
  constexpr std::array<std::string_view, 3> sources{"bracket", "clause", "bracket, refined by a clause"};
  std::string out;
  const auto part = [&out](std::string_view name, std::string_view more) {
    if (!out.empty()) out += "; ";
    out.append(name).append(more);
  };
  if (life.born) part("born: ", sources[static_cast<std::size_t>(life.born->source)]);
  if (life.died) part("died: ", sources[static_cast<std::size_t>(life.died->source)]);
  if (life.baptised) part("baptised ", to_edtf(life.baptised->date).view());
  if (life.buried) part("buried ", to_edtf(life.buried->date).view());
  for (std::size_t i = 0; i < life_reasons; ++i) {
    const auto reason = static_cast<life_reason>(i);
    if (!life.has(reason)) continue;
    part(to_string(reason), "");
    const auto& both = reason == life_reason::birth_disputed   ? life.disputed_birth
                       : reason == life_reason::death_disputed ? life.disputed_death
                                                               : std::nullopt;
    if (!both) continue;
    out.append(": ").append(to_edtf((*both)[0].date).view());
    out.append(" or ").append(to_edtf((*both)[1].date).view());
  }
  if (out.empty()) out = "no date stated";
  return out;
}

}  // namespace mhqa::inline v0_1
