// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of reader_training.hpp.
#pragma once

#include <mhqa/model/reader_training.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/error.hpp>
#include <mhqa/model/detail/packed_numbers.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE net_trainer::net_trainer(std::size_t inputs, std::size_t hidden, std::uint64_t seed)
    : inputs_{inputs},
      hidden_{hidden},
      weights_(dense_net::weight_count(inputs, hidden)),
      squares_(weights_.size(), 1e-2F) {
  draws random{seed, std::uint64_t{inputs}, 77};
  const double width = std::sqrt(3.0 / static_cast<double>(inputs));
  for (float& w : weights_) w = static_cast<float>((2 * random.unit() - 1) * width);
  for (std::size_t h = 0; h < hidden; ++h) weights_[inputs * hidden + h] = 0.05F;
  weights_.back() = 0;
}

MHQA_INLINE double net_trainer::operator()(std::span<const std::int16_t> in) {
  const float* row = weights_.data();
  const float* const biases = row + hidden_ * inputs_;
  const float* const last = biases + hidden_;
  activity_.assign(biases, last);
  for (std::size_t i = 0; i < inputs_; ++i, row += hidden_) {
    if (in[i] == 0) continue;
    const float value = static_cast<float>(in[i]) / 1024;
    for (std::size_t h = 0; h < hidden_; ++h) activity_[h] += row[h] * value;
  }
  float out = last[hidden_];
  for (std::size_t h = 0; h < hidden_; ++h) {
    activity_[h] = std::max(activity_[h], 0.0F);
    out += activity_[h] * last[h];
  }
  return out;
}

MHQA_INLINE void net_trainer::add(std::span<const std::int16_t> in, double gradient) {
  gradient_.resize(weights_.size(), 0);
  const auto g = static_cast<float>(gradient);
  const std::size_t last = hidden_ * (inputs_ + 1);
  down_.resize(hidden_);
  for (std::size_t h = 0; h < hidden_; ++h) {
    gradient_[last + h] += g * activity_[h];
    down_[h] = activity_[h] > 0 ? g * weights_[last + h] : 0;
    gradient_[inputs_ * hidden_ + h] += down_[h];
  }
  gradient_[last + hidden_] += g;
  float* row = gradient_.data();
  for (std::size_t i = 0; i < inputs_; ++i, row += hidden_) {
    if (in[i] == 0) continue;
    const float value = static_cast<float>(in[i]) / 1024;
    for (std::size_t h = 0; h < hidden_; ++h) row[h] += down_[h] * value;
  }
}

MHQA_INLINE void net_trainer::step(float rate) {
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const float g = gradient_[i] + 1e-4F * weights_[i];
    squares_[i] += g * g;
    weights_[i] -= rate * g / std::sqrt(squares_[i]);
    gradient_[i] = 0;
  }
}

MHQA_INLINE dense_net net_trainer::net() const {
  std::vector<std::int16_t> out;
  for (std::size_t h = 0; h < hidden_; ++h) {
    for (std::size_t i = 0; i <= inputs_; ++i) out.push_back(dense_net::fixed(weights_[i * hidden_ + h]));
  }
  for (std::size_t h = 0; h <= hidden_; ++h) {
    out.push_back(dense_net::fixed(weights_[(inputs_ + 1) * hidden_ + h]));
  }
  return {inputs_, hidden_, std::move(out)};
}

MHQA_INLINE void net_rows::add(std::span<const std::int16_t> in, double want) {
  inputs = in.size();
  values.insert(values.end(), in.begin(), in.end());
  wanted.push_back(static_cast<float>(want));
}

enum class net_loss : std::uint8_t { choice, each };

// Trains a net.
[[nodiscard]] inline dense_net train_one(const net_rows& rows, net_loss loss, std::size_t hidden, unsigned passes,
                                         std::uint64_t seed) {
  net_trainer net{rows.inputs, hidden, seed};
  std::vector<std::size_t> order(rows.groups.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<double> out;
  for (unsigned pass = 0; pass < passes; ++pass) {
    draws random{seed, std::uint64_t{pass}, 78};
    shuffle(std::span{order}, random);
    const float rate = 0.05F * (1 - 0.9F * static_cast<float>(pass) / static_cast<float>(passes));
    for (const std::size_t g : order) {
      const std::size_t begin = g == 0 ? 0 : rows.groups[g - 1], end = rows.groups[g];
      double most = -1e30, sum = 0, right = 0;
      out.clear();
      for (std::size_t i = begin; i < end; ++i) {
        out.push_back(net(rows.row(i)));
        most = std::max(most, out.back());
      }
      for (std::size_t i = begin; i < end; ++i) {
        const double e = std::exp(out[i - begin] - most);
        sum += e;
        right += rows.wanted[i] > 0 ? e : 0;
      }
      for (std::size_t i = begin; i < end; ++i) {
        double gradient = 0;
        if (loss == net_loss::each) {
          gradient = (probability(out[i - begin]) - rows.wanted[i]) / std::sqrt(static_cast<double>(end - begin));
        } else {
          const double e = std::exp(out[i - begin] - most);
          gradient = e / sum - (rows.wanted[i] > 0 && right > 0 ? e / right : 0);
        }
        gradient *= rows.weights[g];
        if (std::abs(gradient) < 1e-3) continue;
        (void)net(rows.row(i));
        net.add(rows.row(i), gradient);
      }
      net.step(rate);
    }
  }
  return net.net();
}

// Trains three nets from other beginnings and returns their mean, a net three times as wide; an empty set gives a net
// that says 0.
[[nodiscard]] inline dense_net train_net(const net_rows& rows, net_loss loss, std::size_t hidden, unsigned passes,
                                         std::uint64_t seed) {
  constexpr std::size_t nets = 3;
  if (rows.groups.empty()) return dense_net{0, 0, std::vector<std::int16_t>{0}};
  std::vector<std::int16_t> inner, outer;
  double bias = 0;
  for (std::size_t n = 0; n < nets; ++n) {
    const dense_net one = train_one(rows, loss, hidden, passes, seed + 100 * n);
    const std::span<const std::int16_t> weights = one.weights();
    const std::size_t to_hidden = hidden * (rows.inputs + 1);
    inner.insert(inner.end(), weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(to_hidden));
    for (std::size_t h = 0; h < hidden; ++h) {
      outer.push_back(static_cast<std::int16_t>(std::lround(weights[to_hidden + h] / static_cast<double>(nets))));
    }
    bias += weights.back() / static_cast<double>(nets);
  }
  inner.insert(inner.end(), outer.begin(), outer.end());
  inner.push_back(static_cast<std::int16_t>(std::lround(bias)));
  return {rows.inputs, nets * hidden, std::move(inner)};
}

}  // namespace detail

MHQA_INLINE void reader_training::run(std::span<const training_example> examples, const training_options& options) {
  options_ = options;
  examples_ = examples;
  weights_.name = options.name;
  weights_.bits = options.bits;
  table_.assign(std::size_t{1} << options.bits, '\0');
  weights_.table = table_;
  check();
  count_sizes();
  count_words();
  train_pairs();
  train_supports();
  floats_.assign(table_.size(), 0);
  squares_.assign(table_.size(), first_square);
  // The nets that judge answers must see answers to questions that the table has not learnt.
  std::vector<std::uint32_t> most, rest, all;
  for (std::uint32_t i = 0; i < examples.size(); ++i) all.push_back(i);
  judged judges;
  for (std::uint64_t part = 0; part < judged_parts; ++part) {
    most.clear();
    rest.clear();
    for (const std::uint32_t i : all)
      (stable_hash(examples[i].group) % judged_parts == part ? rest : most).push_back(i);
    if (most.empty() || rest.empty()) most = rest = all;
    train_answers(most, std::max(1U, options.passes / 3));
    add_judged(rest, judges);
    add_sentences(rest, judges.sentences);
  }
  train_judges(judges);
  train_sentences(judges.sentences);
  train_answers(all, options.passes);
  weights_.hash = stable_hash(to_bytes(weights_));
}

MHQA_INLINE void reader_training::each_net_example(const reader_weights& weights,
                                                   std::span<const training_example> examples, std::uint32_t file,
                                                   const std::function<void(std::string_view)>& to) {
  weights_ = weights;
  std::vector<float> wanted;
  for (const training_example& e : examples) {
    if (e.answers.empty()) continue;
    const auto context = context_of(e);
    view_.choose({e.id, e.question, context, no_fold, e.whole}, weights_);
    select_for_training(e);
    if (mark(e, wanted) && pack_net_example(e, file, wanted)) to(bytes_);
  }
}

MHQA_INLINE bool reader_training::pack_net_example(const training_example& e, std::uint32_t file,
                                                   std::span<const float> wanted) {
  const auto candidates = view_.answers.candidates();
  std::vector<std::uint16_t> first;
  std::string size, right;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    if (candidates[c].form != detail::answer_form::span || candidates[c].first > 65535) continue;
    first.push_back(static_cast<std::uint16_t>(candidates[c].first));
    size += static_cast<char>(candidates[c].last - candidates[c].first);
    right += wanted[c] > 0 ? '\1' : '\0';
  }
  if (right.find('\1') == std::string::npos) return false;
  net_inputs_.assign(view_.context, view_.answers);
  const auto count = [](const auto& of) { return static_cast<std::uint32_t>(of.size()); };
  const std::array<std::uint32_t, 5> head{count(net_inputs_.question()), count(net_inputs_.words()), count(first),
                                          static_cast<std::uint32_t>(stable_hash(e.group) >> 32U), file};
  bytes_.clear();
  detail::pack(std::span<const std::uint32_t>{head}, bytes_);
  detail::pack(std::span<const std::uint32_t>{net_inputs_.question()}, bytes_);
  detail::pack(std::span<const std::uint32_t>{net_inputs_.words()}, bytes_);
  detail::pack(std::span<const std::uint8_t>{net_inputs_.values()}, bytes_);
  detail::pack(std::span<const std::uint16_t>{first}, bytes_);
  bytes_ += size;
  bytes_ += right;
  return true;
}

MHQA_INLINE void reader_training::check() const {
  if (examples_.empty()) throw_data_error({}, "train_reader: expected examples, found none");
  for (const training_example& e : examples_) {
    for (const std::uint32_t p : e.supports) {
      if (p >= e.context.size()) throw_data_error({.id = e.id}, "expected supports in the context");
    }
  }
}

MHQA_INLINE reader_training::variant reader_training::make_variant(const training_example& e, unsigned number) const {
  draws random{options_.seed, e.id, 100 + number};
  std::vector<std::uint8_t> gold(e.context.size(), 0), keep(e.context.size(), 1);
  for (const std::uint32_t p : e.supports) gold[p] = 1;
  const std::uint32_t chosen = e.supports[random.below(e.supports.size())];
  variant out;
  for (std::uint32_t p = 0; p < keep.size(); ++p) {
    const bool thinned = random.below(6) == 0 && number != 5;
    if (number == 2 || number == 3) keep[p] = 0;
    if (gold[p] == 0 && thinned) keep[p] = 0;
  }
  if (number == 1) keep[chosen] = 0;
  for (std::uint32_t p = 0; number == 4 && p < keep.size(); ++p) keep[p] = gold[p] == 0 ? 1 : 0;
  if (number == 2) keep[chosen] = 1;
  if (number == 3) {
    std::uint32_t other = static_cast<std::uint32_t>(random.below(keep.size()));
    while (gold[other] != 0) other = (other + 1) % static_cast<std::uint32_t>(keep.size());
    keep[other] = 1;
  }
  for (std::uint32_t p = 0; p < keep.size(); ++p) {
    if (keep[p] == 0) continue;
    out.context.push_back({e.context[p].first, e.context[p].second});
    out.gold.push_back(gold[p]);
    out.golds += gold[p];
  }
  out.whole = out.golds == e.supports.size();
  return out;
}

MHQA_INLINE std::vector<context_paragraph> reader_training::context_of(const training_example& e) {
  std::vector<context_paragraph> out;
  for (const auto& [title, text] : e.context) out.push_back({title, text});
  return out;
}

MHQA_INLINE void reader_training::count_sizes() {
  sizes_.fill(0);
  with_supports_ = 0;
  for (const training_example& e : examples_) {
    if (!has_supports(e)) continue;
    ++sizes_[static_cast<std::size_t>(std::bit_width(e.context.size()))];
    ++with_supports_;
  }
}

MHQA_INLINE void reader_training::count_words() {
  rarity_.assign(rarities, '\0');
  std::vector<std::uint32_t> having(rarities, 0);
  std::size_t all = 0;
  for (const training_example& e : examples_) {
    if (!has_supports(e)) continue;
    for (const auto& [title, text] : e.context) {
      words_.assign(text);
      keys_.clear();
      for (const passage_word& w : words_.words()) keys_.push_back(w.key);
      std::sort(keys_.begin(), keys_.end());
      keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
      for (const std::uint64_t key : keys_) ++having[key % rarities];
      ++all;
    }
  }
  for (std::size_t i = 0; i < rarities; ++i) {
    const double odds =
        (static_cast<double>(std::max<std::size_t>(all, having[i]) - having[i]) + 0.5) / (having[i] + 0.5);
    rarity_[i] = static_cast<char>(static_cast<unsigned char>(std::min(255L, std::lround(16 * std::log1p(odds)))));
  }
  weights_.rarity = rarity_;
}

MHQA_INLINE double reader_training::weight_of(const training_example& e) const {
  const std::size_t same = sizes_[static_cast<std::size_t>(std::bit_width(e.context.size()))];
  if (same == 0) return 1;
  return std::min(3.0, std::sqrt(static_cast<double>(with_supports_) / static_cast<double>(same)));
}

MHQA_INLINE void reader_training::train_pairs() {
  detail::net_rows rows;
  detail::net_inputs in;
  for (const training_example& e : examples_) {
    if (!has_supports(e)) continue;
    const auto context = context_of(e);
    view_.context.assign({e.id, e.question, context, no_fold, e.whole}, weights_);
    const auto candidates = view_.context.candidates();
    const auto is_gold = [&](std::size_t c) {
      return std::find(e.supports.begin(), e.supports.end(), candidates[c]) != e.supports.end();
    };
    bool any = false;
    for (std::size_t a = 0; a < candidates.size(); ++a) {
      for (std::size_t b = a + 1; b < candidates.size(); ++b) any = any || (is_gold(a) && is_gold(b));
    }
    if (!any) continue;
    for (std::size_t a = 0; a < candidates.size(); ++a) {
      for (std::size_t b = a + 1; b < candidates.size(); ++b) {
        view_.context.pair_inputs(a, b, in);
        rows.add(in, is_gold(a) && is_gold(b) ? 1 : 0);
      }
    }
    rows.end_group(weight_of(e));
  }
  weights_.nets[static_cast<std::size_t>(reader_net::pair)] =
      detail::train_net(rows, detail::net_loss::choice, 24, options_.net_passes, options_.seed);
  say("pairs of " + std::to_string(rows.groups.size()) + " questions");
}

MHQA_INLINE void reader_training::train_supports() {
  detail::net_rows rows;
  detail::net_inputs in;
  for (const training_example& e : examples_) {
    if (!has_supports(e)) continue;
    for (unsigned number = 0; number < variants; ++number) {
      const variant v = make_variant(e, number);
      view_.context.assign({e.id, e.question, v.context, no_fold, e.whole}, weights_);
      view_.supports.assign_pairs(view_.context, weights_);
      for (std::size_t c = 0; c < view_.context.candidates().size(); ++c) {
        view_.supports.support_inputs(c, in);
        rows.add(in, v.gold[view_.context.candidates()[c]]);
      }
      rows.end_group(weight_of(e) * (number == 5 ? weight_of_whole : 1));
    }
  }
  weights_.nets[static_cast<std::size_t>(reader_net::support)] =
      detail::train_net(rows, detail::net_loss::each, 16, options_.net_passes, options_.seed + 1);
  weights_.support_from = best_threshold(rows, reader_net::support);
  say("supports of " + std::to_string(rows.groups.size()) + " contexts, threshold " +
      std::to_string(weights_.support_from));
}

MHQA_INLINE double reader_training::best_threshold(const detail::net_rows& rows, reader_net which) const {
  std::vector<std::pair<double, float>> sorted;
  double all = 0;
  for (std::size_t i = 0; i < rows.wanted.size(); ++i) {
    sorted.emplace_back(-detail::probability(weights_.net(which)(rows.row(i))), rows.wanted[i]);
    all += rows.wanted[i];
  }
  std::sort(sorted.begin(), sorted.end());
  double best = 0.5, most = -1, right = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    right += sorted[i].second;
    const double f1 = 2 * right / (static_cast<double>(i + 1) + all);
    if (f1 <= most) continue;
    most = f1;
    best = -sorted[i].first;
  }
  return std::clamp(best, 0.05, 0.95);
}

MHQA_INLINE void reader_training::select_for_training(const training_example& e) {
  view_.select(weights_);
  if (e.supports.empty() || e.context.size() == 1) return;
  std::vector<detail::read_paragraph> read;
  for (std::size_t c = 0; c < view_.context.candidates().size(); ++c) {
    const std::uint32_t p = view_.context.candidates()[c];
    if (std::find(e.supports.begin(), e.supports.end(), p) == e.supports.end()) continue;
    read.push_back({p, c, view_.supports.support(c)});
  }
  if (read.size() < 2) return;
  std::sort(read.begin(), read.end(), [](const auto& a, const auto& b) { return a.paragraph < b.paragraph; });
  view_.read = read;
  view_.answers.assign(view_.context, read, weights_.bits);
}

MHQA_INLINE bool reader_training::mark(const training_example& e, std::vector<float>& wanted) {
  const auto candidates = view_.answers.candidates();
  wanted.assign(candidates.size(), 0);
  bool any = false;
  for (const std::string& answer : e.answers) {
    words_.assign(answer);
    keys_.clear();
    for (const passage_word& w : words_.words()) keys_.push_back(w.key);
    std::size_t begin = 0, end = keys_.size();
    const auto is_function = [&](std::size_t i) { return is_function_word(to_lower(words_.words()[i].in(answer))); };
    while (begin + 1 < end && is_function(begin)) ++begin;
    while (begin + 1 < end && is_function(end - 1)) --end;
    const std::span<const std::uint64_t> gold = std::span{keys_}.subspan(begin, end - begin);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (!is_answer(candidates[c], gold)) continue;
      wanted[c] = 1;
      any = true;
    }
  }
  return any || mark_nearest(e, wanted);
}

MHQA_INLINE bool reader_training::is_answer(const detail::answer_candidate& c, std::span<const std::uint64_t> gold) {
  if (c.form == detail::answer_form::span) {
    if (c.last - c.first != gold.size()) return false;
    for (std::uint32_t i = c.first; i < c.last; ++i) {
      if (view_.answers.key_of(i) != gold[i - c.first]) return false;
    }
    return true;
  }
  other_.assign(view_.answers.text_of(c));
  if (c.form == detail::answer_form::option) {
    // An option is right if the answer contains it or it contains the answer.
    const auto option = other_.words();
    std::size_t held = 0;
    for (const passage_word& w : option) held += std::find(gold.begin(), gold.end(), w.key) != gold.end() ? 1U : 0U;
    return held != 0 && (held == option.size() || held == gold.size());
  }
  return gold.size() == 1 && other_.words().size() == 1 && other_.words()[0].key == gold[0];
}

MHQA_INLINE bool reader_training::mark_nearest(const training_example& e, std::vector<float>& wanted) {
  const auto candidates = view_.answers.candidates();
  double best = 0.6;
  bool any = false;
  for (const std::string& answer : e.answers) {
    words_.assign(answer);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (candidates[c].form != detail::answer_form::span) continue;
      std::size_t common = 0;
      for (const passage_word& w : words_.words()) {
        for (std::uint32_t i = candidates[c].first; i < candidates[c].last; ++i) {
          if (view_.answers.key_of(i) != w.key) continue;
          ++common;
          break;
        }
      }
      const double f1 = 2.0 * static_cast<double>(common) /
                        static_cast<double>(words_.words().size() + candidates[c].last - candidates[c].first);
      if (f1 < best) continue;
      if (f1 > best) std::fill(wanted.begin(), wanted.end(), 0.0F);
      best = f1;
      wanted[c] = 1;
      any = true;
    }
  }
  return any;
}

MHQA_INLINE void reader_training::train_answers(std::span<const std::uint32_t> which, unsigned passes) {
  std::fill(floats_.begin(), floats_.end(), 0.0F);
  std::fill(squares_.begin(), squares_.end(), first_square);
  std::vector<std::uint32_t> order{which.begin(), which.end()};
  // Questions of several hops are fewer and harder.
  for (const std::uint32_t i : which) {
    if (has_supports(examples_[i])) order.push_back(i);
  }
  std::vector<float> scores, wanted, sums(floats_.size(), 0);
  const auto limit = static_cast<std::uint32_t>(std::clamp(options_.dropout, 0.0, 0.95) * 4294967295.0);
  for (unsigned pass = 0; pass < passes; ++pass) {
    draws random{options_.seed, std::uint64_t{pass}, 79};
    shuffle(std::span{order}, random);
    const auto rate = static_cast<float>(options_.rate * (1 - 0.9 * pass / passes));
    double loss = 0;
    std::uint64_t used = 0;
    for (const std::uint32_t i : order) {
      const training_example& e = examples_[i];
      if (e.answers.empty()) continue;
      const auto context = context_of(e);
      view_.choose({e.id, e.question, context, no_fold, e.whole}, weights_);
      select_for_training(e);
      if (!mark(e, wanted)) continue;
      const auto salt = static_cast<std::uint32_t>(random());
      const auto left_out = [&](std::uint32_t f) { return ((f ^ salt) * 0x9E3779B1U ^ salt) * 0x85EBCA6BU < limit; };
      view_.answers.score<float>([&](std::uint32_t f) { return left_out(f) ? 0.0F : floats_[f]; }, scores);
      const float most = *std::max_element(scores.begin(), scores.end());
      float sum = 0, right = 0;
      for (std::size_t c = 0; c < scores.size(); ++c) {
        scores[c] = std::exp(scores[c] - most);
        sum += scores[c];
        right += wanted[c] * scores[c];
      }
      for (std::size_t c = 0; c < scores.size(); ++c) {
        const float g = scores[c] / sum - wanted[c] * scores[c] / std::max(right, 1e-20F);
        scores[c] = std::abs(g) < 1e-3F ? 0 : g;
      }
      loss -= std::log(std::max(right / sum, 1e-20F));
      ++used;
      view_.answers.spread(scores, [&](std::uint32_t f, float g) {
        if (left_out(f)) return;
        squares_[f] += g * g;
        floats_[f] -= rate * g / std::sqrt(squares_[f]);
      });
    }
    say("answers of " + std::to_string(used) + " questions, pass " + std::to_string(pass + 1) + ", loss " +
        std::to_string(loss / static_cast<double>(std::max<std::uint64_t>(used, 1))));
    // The mean over the later passes errs less than the last one.
    for (std::size_t i = 0; 2 * (pass + 1) > passes && i < sums.size(); ++i) sums[i] += floats_[i];
  }
  const auto kept = static_cast<float>(passes - passes / 2);
  for (std::size_t i = 0; i < sums.size(); ++i) floats_[i] = sums[i] / kept;
  quantise();
}

MHQA_INLINE void reader_training::quantise() {
  std::vector<float> sizes;
  for (const float w : floats_) {
    if (w != 0) sizes.push_back(std::abs(w));
  }
  if (sizes.empty()) return;
  const auto at = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) * 9999 / 10000);
  std::nth_element(sizes.begin(), at, sizes.end());
  const double step = static_cast<double>(*at) / 127;
  for (std::size_t i = 0; i < floats_.size(); ++i) {
    table_[i] = static_cast<char>(std::lround(std::clamp(static_cast<double>(floats_[i]) / step, -127.0, 127.0)));
  }
  // Training saw a part of the features at a time.
  weights_.scale = step * (1 - options_.dropout);
}

MHQA_INLINE void reader_training::add_judged(std::span<const std::uint32_t> which, judged& to) {
  detail::net_inputs in;
  std::vector<float> wanted;
  for (const std::uint32_t i : which) {
    const training_example& e = examples_[i];
    if (e.answers.empty()) continue;
    for (unsigned number = 0; number < (has_supports(e) ? variants : 1U); ++number) {
      variant v;
      if (has_supports(e)) v = make_variant(e, number);
      if (!has_supports(e)) v.context = context_of(e);
      view_.choose({e.id, e.question, v.context, no_fold, e.whole}, weights_);
      view_.select(weights_);
      view_.answer(weights_);
      if (view_.scores.empty()) continue;
      view_.summary_inputs(weights_, in);
      const bool marked = mark(e, wanted);
      to.sure.add(in, marked && wanted[view_.best] > 0 ? 1 : 0);
      to.sure.end_group();
      if (!has_supports(e)) continue;
      to.enough.add(in, v.whole ? 1 : 0);
      to.enough.end_group();
    }
  }
}

MHQA_INLINE void reader_training::train_judges(const judged& rows) {
  weights_.nets[static_cast<std::size_t>(reader_net::enough)] =
      detail::train_net(rows.enough, detail::net_loss::each, 12, options_.net_passes, options_.seed + 2);
  weights_.nets[static_cast<std::size_t>(reader_net::sure)] =
      detail::train_net(rows.sure, detail::net_loss::each, 12, options_.net_passes, options_.seed + 3);
  say("sufficiency of " + std::to_string(rows.enough.groups.size()) + " contexts, confidence of " +
      std::to_string(rows.sure.groups.size()) + " answers");
}

MHQA_INLINE void reader_training::add_sentences(std::span<const std::uint32_t> which, detail::net_rows& rows) {
  detail::net_inputs in;
  for (const std::uint32_t i : which) {
    const training_example& e = examples_[i];
    if (e.sentences.empty()) continue;
    const auto context = context_of(e);
    view_.choose({e.id, e.question, context, no_fold, e.whole}, weights_);
    view_.select(weights_);
    view_.answer(weights_);
    for (const detail::read_paragraph& r : view_.read) {
      const auto sentences = view_.context.passage_of(r.paragraph).sentences();
      const auto words = view_.context.passage_of(r.paragraph).words();
      for (std::uint32_t s = 0; s < sentences.size(); ++s) {
        // A gold sentence may begin with spaces or marks: its first word decides.
        const bool gold = std::any_of(e.sentences.begin(), e.sentences.end(), [&](const read_sentence& one) {
          if (one.paragraph != r.paragraph) return false;
          const auto word = std::lower_bound(words.begin(), words.end(), one.begin,
                                             [](const passage_word& w, std::uint32_t b) { return w.begin < b; });
          const auto at = static_cast<std::uint32_t>(word - words.begin());
          return at >= sentences[s].first && at < sentences[s].last;
        });
        view_.sentence_inputs(r.candidate, s, in);
        rows.add(in, gold ? 1 : 0);
      }
    }
    rows.end_group();
  }
}

MHQA_INLINE void reader_training::train_sentences(const detail::net_rows& rows) {
  weights_.nets[static_cast<std::size_t>(reader_net::sentence)] =
      detail::train_net(rows, detail::net_loss::each, 16, options_.net_passes, options_.seed + 4);
  weights_.sentence_from = rows.groups.empty() ? 0.5 : best_threshold(rows, reader_net::sentence);
  say("sentences of " + std::to_string(rows.groups.size()) + " questions, threshold " +
      std::to_string(weights_.sentence_from));
}

}  // namespace mhqa::inline v0_1
