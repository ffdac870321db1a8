// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of entity_files.hpp.
#pragma once

#include <mhqa/io/entity_files.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_entity_requests(const std::string& path, const entity_occurrences& occurrences) {
  atomic_file out{path};
  std::string line;
  for (const entity_occurrence& o : occurrences.all()) {
    const std::uint32_t begin = count_code_points(o.text.substr(0, o.span.begin));
    line.clear();
    json_writer json{line};
    json.begin_object().member("id", std::string_view{o.id}).member("kind", o.is_answer ? "answer" : "mention");
    json.member("mention", o.span.in(o.text)).member("begin", begin);
    json.member("end", begin + count_code_points(o.span.in(o.text))).member("text", o.text).end_object();
    out.write(line += '\n');
  }
  out.commit();
}

MHQA_INLINE occurrence_notes read_occurrence_notes(const std::string& path, const entity_occurrences& occurrences) {
  occurrence_notes out{occurrences};
  json_records file{path};
  while (const auto value = file.next()) {
    std::string id;
    occurrence_note note;
    json_context& context = value->context();
    read_fields(*value, required_field{"id", record_id(id)}, required_field{"begin", note.begin},
                required_field{"end", note.end}, optional_field{"type", or_null(note.type)},
                optional_field{"link", or_null(note.link)});
    const std::string problem = out.problem_with(id, note);
    if (!problem.empty()) context.fail(problem);
    out.add(id, std::move(note));
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
