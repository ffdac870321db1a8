// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_trex.hpp.
#pragma once

#include <mhqa/io/datasets/pool_trex.hpp>

#include <mhqa/english/relations.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace mhqa::inline v0_1::io {

namespace detail {

/// A statement of a document, as the text spells it.
struct trex_triple {
  std::string_view subject, relation, object;
  bool operator==(const trex_triple&) const = default;

  [[nodiscard]] static trex_triple read(json_value value) {
    struct part {
      std::string_view form, uri;
    };
    part subject, predicate, object;
    const auto part_in = [](part& to) {
      return [&to](json_value one) {
        if (one.is_null()) return;
        read_fields(one, optional_field{"surfaceform", or_null(to.form)}, optional_field{"uri", or_null(to.uri)});
      };
    };
    read_fields(value, optional_field{"subject", part_in(subject)}, optional_field{"predicate", part_in(predicate)},
                optional_field{"object", part_in(object)});
    const std::string_view id = predicate.uri.substr(predicate.uri.rfind('/') + 1);
    const std::string_view name = wikidata_property(id);
    return {subject.form, !predicate.form.empty() ? predicate.form : name.empty() ? id : name, object.form};
  }
};

}  // namespace detail

MHQA_INLINE void read_trex_pool(const std::string& path, std::string_view source, pool_builder& to) {
  json_records file{path};
  std::vector<detail::trex_triple> triples;
  while (auto document = file.next()) {
    std::string_view id, title, text;
    const auto read_triple = [&](json_value one) { triples.push_back(detail::trex_triple::read(one)); };
    triples.clear();
    read_fields(*document, optional_field{"docid", id}, optional_field{"title", title}, required_field{"text", text},
                required_field{"triples", [&](json_value list) { list.array(read_triple); }});
    id.remove_prefix(id.rfind('/') + 1);
    for (std::size_t i = 0; i < triples.size(); ++i) {
      const detail::trex_triple& t = triples[i];
      const auto seen = triples.begin() + static_cast<std::ptrdiff_t>(i);
      if (to.drops({{text.empty(), "no-context"},
                    {t.subject.empty(), "no-entity"},
                    {t.relation.empty(), "no-relation"},
                    {t.object.empty(), "no-answer"},
                    {std::find(triples.begin(), seen, t) != seen, "same-triple"}})) {
        continue;
      }
      const std::string question = std::string{t.subject} + " >> " + std::string{t.relation};
      const std::string name = (id.empty() ? std::string{source} : std::string{id}) + "_" + std::to_string(i);
      to.add(to.add_paragraph(title, text), {name, source, question}, std::array<std::string_view, 1>{t.object});
    }
  }
}

}  // namespace mhqa::inline v0_1::io
