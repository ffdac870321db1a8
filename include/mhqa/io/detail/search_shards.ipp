// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of search_shards.hpp.
#pragma once

#include <mhqa/io/search_shards.hpp>

#include <mhqa/bytes.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_line.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/retrieval/bm25_shard.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>

namespace mhqa::inline v0_1::io {

MHQA_INLINE search_shard write_search_shard(std::span<const std::string> indexes, std::size_t which,
                                            const std::string& out, thread_pool& threads) {
  std::deque<search_index> all;
  std::vector<bm25_view> views;
  byte_writer hashes;
  for (const std::string& path : indexes) {
    const search_index& one = all.emplace_back(path);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i].hash() == one.hash()) {
        throw_data_error({.file = path}, "expected other paragraphs in each index; this is " + indexes[i],
                         errc::duplicate);
      }
    }
    views.push_back(one.index());
    hashes.number(one.hash());
    with_place(path, {}, [&] { mhqa::detail::expect_alike(std::array{views.front(), views.back()}); });
  }
  const search_index& own = all[which];
  const bm25_index index = shard_bm25(views, which, threads);
  const search_shard shard{which, indexes.size(), content_hash(hashes.bytes())};
  search_index_writer file{out};
  for (std::uint32_t d = 0; d < own.index().documents(); ++d) file.add(own.id(d), own[d].title, own[d].text);
  for (const search_index& one : all) one.expect_unchanged();
  file.finish(
      [&](auto&& sink) {
        sink(std::string_view{reinterpret_cast<const char*>(index.bytes().data()), index.bytes().size()});
      },
      shard);
  return shard;
}

MHQA_INLINE search_part_writer::search_part_writer(atomic_file& out, const search_part_head& head)
    : out_{out}, layout_{head.layout} {
  json_writer json{line_};
  json.begin_object().member("mhqa", "part of a search, version " MHQA_VERSION_STRING);
  json.member("shard", head.shard.index).member("shards", head.shard.count);
  json.member("set", std::string_view{std::to_string(head.shard.set)}).member("k", head.k);
  json.member("format", run_layout_names[static_cast<std::size_t>(head.layout)]);
  json.member("terms", std::string_view{head.terms}).end_object();
  out_.write(line_ += '\n');
}

MHQA_INLINE void search_part_writer::add(std::string_view query, std::string_view question,
                                         std::span<const ranked_passage> documents) {
  const bool texts = layout_ == run_layout::flashrag || layout_ == run_layout::dpr;
  line_.clear();
  json_writer json{line_};
  json.begin_object().member("id", query).member("question", question).key("hits").begin_array();
  for (const ranked_passage& p : documents) {
    json.begin_object().member("id", p.id).member("score", p.score);
    if (texts || layout_ == run_layout::hotpotqa) json.member("title", p.title);
    if (texts) json.member("text", p.text);
    json.end_object();
  }
  json.end_array().end_object();
  out_.write(line_ += '\n');
}

MHQA_INLINE void search_part_writer::finish(const ranked_queries& counts) {
  line_.clear();
  json_writer json{line_};
  json.begin_object().member("queries", counts.queries).member("unknown", counts.unknown);
  json.member("hash", std::string_view{std::to_string(out_.content().hash)}).end_object();
  out_.write(line_ += '\n');
}

namespace detail {

/// Reads the run of a shard.
class search_part_reader {
 public:
  struct hit {
    std::string id, title, text;
    double score = 0;
  };

  explicit search_part_reader(const std::string& path) : path_{path}, lines_{path}, json_{path} {
    const auto line = lines_.next();
    if (!line || !line->starts_with("{\"mhqa\": \"part of a search, version ")) {
      fail("expected a part of a run, as mhqa search writes it for a shard");
    }
    json_value value = json_.parse(*line, 1, 0);
    std::string version, set, layout;
    std::int64_t k = 0, index = 0, count = 0;
    read_fields(value, required_field{"mhqa", version}, required_field{"shard", index}, required_field{"shards", count},
                required_field{"set", set}, required_field{"k", k}, required_field{"format", layout},
                required_field{"terms", head.terms});
    json_.finish();
    tally(*line);
    if (version != "part of a search, version " MHQA_VERSION_STRING) {
      fail("it is a " + version + ", this is " MHQA_VERSION_STRING);
    }
    const auto known = std::find(run_layout_names.begin(), run_layout_names.end(), layout);
    if (known == run_layout_names.end() || index < 0 || index >= count || k < 1) fail("its head is damaged");
    head.layout = static_cast<run_layout>(known - run_layout_names.begin());
    head.k = static_cast<std::uint64_t>(k);
    head.shard = {static_cast<std::uint64_t>(index), static_cast<std::uint64_t>(count), number_of(set)};
  }

  /// Reads the next query; false after the last, when the hash has been compared.
  bool next() {
    const auto line = lines_.next();
    if (!line) fail("the part is cut");
    json_value value = json_.parse(*line, lines_.number(), lines_.offset());
    std::optional<std::string> end;
    hits.clear();
    query.clear();
    std::int64_t all = 0, strange = 0;
    read_fields(value, optional_field{"id", query}, optional_field{"question", question},
                optional_field{"hits", [&](json_value list) { list.array([&](json_value one) { read_hit(one); }); }},
                optional_field{"queries", all}, optional_field{"unknown", strange}, optional_field{"hash", end});
    json_.finish();
    if (!end) {
      tally(*line);
      return true;
    }
    if (number_of(*end) != hash_.result().hash || lines_.next()) fail("the part is damaged");
    queries = static_cast<std::uint64_t>(all);
    unknown = static_cast<std::uint64_t>(strange);
    return false;
  }

  [[noreturn]] void fail(std::string problem, errc code = errc::malformed) const {
    throw_data_error({.file = path_}, std::move(problem), code);
  }
  [[nodiscard]] std::string name() const {
    return std::to_string(head.shard.index) + "/" + std::to_string(head.shard.count);
  }

  search_part_head head;
  std::string query, question;
  std::vector<hit> hits;
  std::uint64_t queries = 0, unknown = 0;

 private:
  void tally(std::string_view line) {
    hash_.add(line);
    hash_.add("\n");
  }
  void read_hit(json_value value) {
    hit& one = hits.emplace_back();
    read_fields(value, required_field{"id", one.id}, required_field{"score", one.score},
                optional_field{"title", one.title}, optional_field{"text", one.text});
  }
  [[nodiscard]] std::uint64_t number_of(const std::string& digits) const {
    std::uint64_t out = 0;
    const char* const end = digits.data() + digits.size();
    if (const auto [last, bad] = std::from_chars(digits.data(), end, out); bad != std::errc{} || last != end) {
      fail("its head is damaged");
    }
    return out;
  }

  std::string path_;
  line_reader lines_;
  json_line json_;
  content_hasher hash_;
};

/// Opens the parts in the order of their shards, and fails unless they are all shards of one search.
inline std::vector<std::unique_ptr<search_part_reader>> open_search_parts(std::span<const std::string> paths) {
  std::vector<std::unique_ptr<search_part_reader>> all;
  for (const std::string& path : paths) {
    const search_part_reader& one = *all.emplace_back(std::make_unique<search_part_reader>(path));
    const search_part_head &first = all.front()->head, &head = one.head;
    if (head.shard.count != first.shard.count || head.shard.set != first.shard.set) {
      one.fail("expected a shard of the same indexes as " + paths.front(), errc::mismatch);
    }
    if (head.k != first.k || head.layout != first.layout || head.terms != first.terms) {
      one.fail("expected the options `k` and `layout` of " + paths.front(), errc::mismatch);
    }
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i]->head.shard.index == head.shard.index) {
        one.fail("expected each shard once, found shard " + one.name() + " twice", errc::duplicate);
      }
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a->head.shard.index < b->head.shard.index; });
  for (std::uint64_t i = 0; !all.empty() && i < all.front()->head.shard.count; ++i) {
    if (i < all.size() && all[i]->head.shard.index == i) continue;
    const std::string count = std::to_string(all.front()->head.shard.count);
    throw_data_error({}, "expected " + count + " shards, shard " + std::to_string(i) + "/" + count + " is missing",
                     errc::missing);
  }
  return all;
}

}  // namespace detail

MHQA_INLINE merged_search merge_search_parts(std::span<const std::string> parts, const std::string& out) {
  const auto all = detail::open_search_parts(parts);
  if (all.empty()) throw_data_error({}, "expected at least one part", errc::missing);
  const search_part_head& head = all.front()->head;
  atomic_file file{out};
  run_writer run{file, head.layout};
  merged_search result{.terms = head.terms};
  std::vector<ranked_passage> found;
  std::unordered_set<std::string_view, string_hasher> names;
  while (all.front()->next()) {
    found.clear();
    names.clear();
    for (const auto& part : all) {
      if (part != all.front() &&
          (!part->next() || part->query != all.front()->query || part->question != all.front()->question)) {
        part->fail("expected the queries of " + parts.front() + " in the same order", errc::mismatch);
      }
      for (const auto& hit : part->hits) {
        if (!names.insert(hit.id).second) {
          part->fail("expected each document in one shard, found \"" + hit.id + "\" in two", errc::duplicate);
        }
        found.push_back({hit.id, hit.title, hit.text, hit.score});
      }
    }
    merge_hits(found, head.k);
    run.add(all.front()->query, all.front()->question, found);
    result.counts.without_hit += found.empty() ? 1 : 0;
    ++result.counts.queries;
  }
  for (const auto& part : all) {
    if (part != all.front() && part->next()) {
      part->fail("expected the queries of " + parts.front() + " in the same order", errc::mismatch);
    }
  }
  result.counts.unknown = all.front()->unknown;
  run.finish();
  file.commit();
  return result;
}

}  // namespace mhqa::inline v0_1::io
