// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evidence.hpp.
#pragma once

#include <mhqa/metrics/evidence.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE evidence_names::evidence_names(std::span<const std::string_view> names, normalization how) {
  normalized form;
  for (const std::string_view name : names) {
    form.assign(name, how);
    forms_.emplace_back(form.text());
  }
  std::sort(forms_.begin(), forms_.end());
  forms_.erase(std::unique(forms_.begin(), forms_.end()), forms_.end());
}

MHQA_INLINE evidence_scorer::range evidence_scorer::with_relation(std::string_view relation,
                                                                  const std::string_view* subject,
                                                                  const std::string_view* object) const {
  const auto compare = [&](const evidence_triple& t) {
    if (const auto order = t.relation.compare(relation); order != 0) return order;
    if (subject == nullptr) return 0;
    if (const auto order = t.subject.compare(*subject); order != 0) return order;
    return object == nullptr ? 0 : t.object.compare(*object);
  };
  const auto& all = predicted_.triples;
  const auto first = std::partition_point(all.begin(), all.end(), [&](const auto& t) { return compare(t) < 0; });
  const auto last = std::partition_point(first, all.end(), [&](const auto& t) { return compare(t) == 0; });
  return {static_cast<std::size_t>(first - all.begin()), static_cast<std::size_t>(last - all.begin())};
}

MHQA_INLINE evidence_scorer::range evidence_scorer::with_object(std::string_view relation,
                                                                std::string_view object) const {
  const auto compare = [&](std::size_t number) {
    const evidence_triple& t = predicted_.triples[number];
    const auto order = t.relation.compare(relation);
    return order != 0 ? order : t.object.compare(object);
  };
  const auto first = std::partition_point(by_object_.begin(), by_object_.end(),
                                          [&](std::size_t number) { return compare(number) < 0; });
  const auto last =
      std::partition_point(first, by_object_.end(), [&](std::size_t number) { return compare(number) == 0; });
  return {static_cast<std::size_t>(first - by_object_.begin()), static_cast<std::size_t>(last - by_object_.begin())};
}

MHQA_INLINE void evidence_scorer::match(const wanted& one) {
  const std::string_view subject = one.subject.name, object = one.object.name;
  const bool by_object = one.object.names == nullptr && one.subject.names != nullptr;
  const range may = by_object ? with_object(one.relation, object)
                              : with_relation(one.relation, one.subject.names == nullptr ? &subject : nullptr);
  if (one.subject.size() <= may.size() && one.object.size() <= may.size() / one.subject.size()) {
    for (std::size_t i = 0; i < one.subject.size(); ++i) {
      for (std::size_t j = 0; j < one.object.size(); ++j) {
        const std::string_view s = one.subject.at(i), o = one.object.at(j);
        if (const range found = with_relation(one.relation, &s, &o); !found.empty()) matched_[found.begin] = 1;
      }
    }
    return;
  }
  for (std::size_t at = may.begin; at < may.end; ++at) {
    const std::size_t number = by_object ? by_object_[at] : at;
    const evidence_triple& t = predicted_.triples[number];
    if (one.subject.contains(t.subject) && one.object.contains(t.object)) matched_[number] = 1;
  }
}

MHQA_INLINE void evidence_scorer::normalize(std::span<const evidence_triple> from, triple_list& to) {
  std::size_t bytes = 0;
  for (const evidence_triple& t : from) bytes += t.subject.size() + t.relation.size() + t.object.size();
  to.texts.reset(bytes, 3 * from.size());
  to.triples.clear();
  const auto add = [&](std::string_view text) {
    form_.assign(text, how_);
    return to.texts.add(form_.text());
  };
  for (const evidence_triple& t : from) to.triples.push_back({add(t.subject), add(t.relation), add(t.object)});
}

}  // namespace mhqa::inline v0_1
