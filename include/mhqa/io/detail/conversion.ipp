// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of conversion.hpp.
#pragma once

#include <mhqa/io/conversion.hpp>

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/layouts/beir_folder.hpp>
#include <mhqa/io/layouts/drop_passages.hpp>
#include <mhqa/io/layouts/musique_rows.hpp>
#include <mhqa/io/layouts/rows.hpp>
#include <mhqa/io/layouts/squad_articles.hpp>
#include <mhqa/io/layouts/titled.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/text/string_arena.hpp>
#include <mhqa/text/string_index.hpp>

#include <fmt/core.h>

#include <filesystem>
#include <memory>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void read_questions(const std::string& path, data_layout layout, named_counts& lost,
                                const question_sink& to) {
  switch (layout) {
    case data_layout::hotpotqa:
    case data_layout::twowiki:
      return read_titled(path, lost, to);
    case data_layout::musique:
      return read_musique_rows(path, lost, to);
    case data_layout::squad:
      return read_squad_articles(path, lost, to);
    case data_layout::flashrag:
      return read_flashrag_rows(path, lost, to);
    case data_layout::verl:
      return read_verl_rows(path, lost, to);
    case data_layout::beir:
      return read_beir_folder(path, lost, to);
    case data_layout::drop:
      return read_drop_passages(path, lost, to);
  }
}

namespace detail {

/// Copies all questions to a writer. MuSiQue has an id twice: with an answer and, in MuSiQue-Full, without; only its
/// own layout can hold both.
template <class Writer>
void copy_questions(const std::string& in, data_layout from, data_layout to, Writer& writer,
                    conversion_counts& counts) {
  string_arena bytes;
  string_index ids;
  read_questions(in, from, counts.lost, [&](const any_question& q) {
    ++counts.read;
    std::string key{q.id};
    if (to == data_layout::musique && q.unanswerable()) key += '\n';  // no id of a file has one after it
    if (!ids.contains(key)) {
      ids.insert(bytes.store(key));
    } else if (from == data_layout::musique && to != data_layout::musique) {
      return counts.left_out.add("the id of an earlier question");
    } else {
      throw_data_error({.file = in, .record = counts.read, .id = std::string{q.id}},
                       "expected each id once, found it twice", errc::duplicate);
    }
    writer.add(q, counts);
  });
  if (counts.read == 0) throw_data_error({.file = in}, "expected questions, found none", errc::missing);
  if (counts.written == 0) {
    std::string reasons;
    for (const auto& [reason, count] : counts.left_out.all()) reasons += (reasons.empty() ? "" : ", ") + reason;
    throw_data_error({.file = in}, "expected questions that " + std::string{to_string(to)} +
                                       "'s layout can hold, found none: " + reasons);
  }
  writer.finish(counts);
}

/// Holds a folder that is to be filled, if it exists, and removes the temporary files that killed runs left in it.
[[nodiscard]] inline std::unique_ptr<file_lock> hold_beir_folder(const std::string& in, const std::string& folder) {
  const std::filesystem::path out{folder};
  if (in != "-" && std::filesystem::exists(out) && std::filesystem::exists(in) &&
      std::filesystem::equivalent(out, in)) {
    throw_data_error({.file = folder}, "cannot write: it would destroy the input " + in);
  }
  if (!std::filesystem::is_directory(out)) return nullptr;
  auto lock = std::make_unique<file_lock>((out / ".mhqa.lock").string(), if_locked::refuse, folder);
  remove_abandoned_files(folder);
  remove_abandoned_files((out / "qrels").string());
  return lock;
}

}  // namespace detail

MHQA_INLINE conversion_counts convert(const std::string& in, data_layout from, const std::string& out, data_layout to) {
  conversion_counts counts;
  if (to == data_layout::beir) {
    const auto lock = detail::hold_beir_folder(in, out);
    beir_writer writer{out};
    detail::copy_questions(in, from, to, writer, counts);
    writer.commit();
    return counts;
  }
  atomic_file file{out};
  const auto run = [&](auto&& writer) { detail::copy_questions(in, from, to, writer, counts); };
  switch (to) {
    case data_layout::hotpotqa:
    case data_layout::twowiki:
      run(titled_writer{file, to == data_layout::twowiki});
      break;
    case data_layout::musique:
      run(musique_writer{file});
      break;
    case data_layout::squad:
      run(squad_articles_writer{file});
      break;
    case data_layout::flashrag:
      run(flashrag_writer{file});
      break;
    case data_layout::verl:
      run(verl_writer{file, to_string(from)});
      break;
    case data_layout::drop:
      run(drop_writer{file});
      break;
    case data_layout::beir:
      break;
  }
  file.commit();
  return counts;
}

MHQA_INLINE void append_conversion_table(std::string& out, std::string_view from, std::string_view to,
                                         const conversion_counts& c) {
  out += fmt::format("{} of {} questions written\n", c.written, c.read);
  const auto add = [&out](const std::string& about, const named_counts& counts) {
    if (counts.all().empty()) return;
    out += about + '\n';
    for (const auto& [name, count] : counts.all()) out += fmt::format("  {:>9}  {}\n", count, one_line(name));
  };
  add("left out:", c.left_out);
  add(fmt::format("not held by {}:", to), c.lost);
  add(fmt::format("not said by {}, left empty or derived:", from), c.absent);
}

MHQA_INLINE void append_conversion_json(std::string& out, std::string_view from, std::string_view to,
                                        const conversion_counts& c) {
  json_writer json{out};
  json.begin_object().member("from", from).member("to", to).member("read", c.read).member("written", c.written);
  const auto add = [&json](std::string_view name, const named_counts& counts) {
    json.key(name).begin_object();
    for (const auto& [field, count] : counts.all()) json.member(field, count);
    json.end_object();
  };
  add("left_out", c.left_out);
  add("lost", c.lost);
  add("absent", c.absent);
  json.end_object();
}

}  // namespace mhqa::inline v0_1::io
