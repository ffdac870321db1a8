// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_trex.hpp.
#pragma once

#include <mhqa/io/datasets/pool_trex.hpp>

#include <mhqa/english/relations.hpp>
#include <mhqa/io/json_records.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE void read_trex_pool(const std::string& path, std::string_view source, pool_builder& to) {
  struct triple {
    std::string_view subject, relation, object;
    bool operator==(const triple&) const = default;
  };
  json_records file{path};
  std::vector<triple> triples;
  while (auto document = file.next()) {
    std::string_view id, title, text;
    bool has_text = false, has_triples = false;
    triples.clear();
    document->object([&](std::string_view key, json_value field) {
      if (key == "docid") {
        id = field.string();
        id.remove_prefix(id.rfind('/') + 1);
      } else if (key == "title") {
        title = field.string();
      } else if (key == "text") {
        text = field.string();
        has_text = true;
      } else if (key == "triples") {
        has_triples = true;
        field.array([&](json_value item) {
          triple t;
          item.object([&](std::string_view role, json_value part) {
            if (role != "subject" && role != "predicate" && role != "object") return;
            if (part.is_null()) return;
            std::string_view form, uri;
            part.object([&](std::string_view name, json_value value) {
              if (value.is_null()) return;
              if (name == "surfaceform") form = value.string();
              if (name == "uri") uri = value.string();
            });
            if (role == "subject") t.subject = form;
            if (role == "object") t.object = form;
            if (role != "predicate") return;
            uri.remove_prefix(uri.rfind('/') + 1);
            t.relation = !form.empty() ? form : wikidata_property(uri).empty() ? uri : wikidata_property(uri);
          });
          triples.push_back(t);
        });
      }
    });
    document->context().require(has_text, "text");
    document->context().require(has_triples, "triples");
    for (std::size_t i = 0; i < triples.size(); ++i) {
      const triple& t = triples[i];
      const auto seen = triples.begin() + static_cast<std::ptrdiff_t>(i);
      if (text.empty()) {
        to.drop("no-context");
      } else if (t.subject.empty()) {
        to.drop("no-entity");
      } else if (t.relation.empty()) {
        to.drop("no-relation");
      } else if (t.object.empty()) {
        to.drop("no-answer");
      } else if (std::find(triples.begin(), seen, t) != seen) {
        to.drop("same-triple");
      } else {
        const std::string question = std::string{t.subject} + " >> " + std::string{t.relation};
        const std::string name = (id.empty() ? std::string{source} : std::string{id}) + "_" + std::to_string(i);
        to.add(to.add_paragraph(title, text), {name, source, question}, std::array<std::string_view, 1>{t.object});
      }
    }
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
