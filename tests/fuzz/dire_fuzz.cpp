// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as DiRe's files: a kind's number, instances, a zero byte, predictions. The result is questions that
// are scored or have a reason not to be, or a data_error. Also reads the same bytes as records to be probed.
#include <mhqa/io/datasets/dire_questions.hpp>
#include <mhqa/io/probe_instances.hpp>

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <string_view>

namespace {

namespace dire = mhqa::dire;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string write(const char* name, std::string_view bytes) {
  static const std::string folder =
      (std::filesystem::temp_directory_path() / ("mhqa_dire_fuzz_" + std::to_string(getpid()))).string();
  const std::string path = folder + name;
  std::ofstream{path, std::ios::binary}.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

void evaluate(dire::kind which, const std::string& instances, const std::string& lines) {
  const mhqa::io::dire::instances input{instances, which};
  const mhqa::io::dire::predictions said{lines};
  const dire::blocks wanted = input.scored(said.has());
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  for (std::size_t i = 0; i < input.size(); ++i) {
    const dire::question q = input.question(i, said, &said);
    for (const dire::bound by : {dire::bound::none, dire::bound::each, dire::bound::letter}) {
      if (dire::problem_of(which, q, wanted, by)) continue;
      const auto table = dire::score(which, q, wanted, by, scorer);
      if (table.answer) require(table.answer->f1 >= 0 && table.answer->f1 <= 1);
      if (table.sentences) require(table.sentences->em >= 0 && table.sentences->em <= 1);
    }
  }
}

void probe(const std::string& path, mhqa::io::probe_format format) {
  mhqa::io::probe_records records{path, format};
  mhqa::io::probe_text text;
  std::string out;
  while (records.next(text)) {
    if (mhqa::why_not_transformed(text) || text.supports.size() > 5) continue;
    for (const dire::kind which : dire::kinds) {
      out.clear();
      const auto n = mhqa::io::append_instances(out, mhqa::io::probe_layout::jsonl, text, which, {});
      require(n > 0 && out.ends_with("}\n"));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};
  const std::size_t zero = bytes.find('\0');
  const std::string instances = write("_instances", bytes.substr(0, zero));
  const std::string lines = write("_lines", zero == std::string_view::npos ? "" : bytes.substr(zero + 1));
  try {
    evaluate(dire::kinds[data[0] % dire::kinds.size()], instances, lines);
  } catch (const mhqa::data_error&) {
  }
  for (const auto format : {mhqa::io::probe_format::hotpotqa, mhqa::io::probe_format::musique}) {
    try {
      probe(instances, format);
    } catch (const mhqa::data_error&) {
    }
  }
  std::filesystem::remove(instances);
  std::filesystem::remove(lines);
  return 0;
}
