// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reader of the commands: a trained_reader with the weights of a file, which are installed beside the command, or
// the word matcher where it is asked for; a net that also scores spans, if one is asked for; and the name with the
// weights' hash, for signatures.
//   mhqa::io::default_reader read = mhqa::io::find_reader({}); read(task); read.name()  // "trained shipped-1 9f0c…"
#pragma once

#include <mhqa/io/file.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/model/net_weights.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/model/reader_weights.hpp>
#include <mhqa/model/trained_reader.hpp>

#include <memory>
#include <optional>
#include <string>

namespace mhqa::inline v0_1::io {

/// Weights in a file, copied into memory: a file that changes while a reader runs changes no answer.
///
/// Errors: data_error that names the file: one that is missing, cut or damaged, or of another version
class weights_file {
 public:
  explicit weights_file(const std::string& path)
      : bytes_{path, file_access::copied}, weights_{weights_from_bytes(bytes_.view(), path)} {}

  [[nodiscard]] const reader_weights& weights() const noexcept { return weights_; }

 private:
  file_bytes bytes_;
  reader_weights weights_;
};

/// Weights of a net in a file.
///
/// Errors: as weights_file
class net_file {
 public:
  explicit net_file(const std::string& path)
      : weights_{net_from_bytes(file_bytes{path, file_access::copied}.view(), path)} {}

  [[nodiscard]] const net_weights& weights() const noexcept { return weights_; }

 private:
  net_weights weights_;
};

/// Returns the path of the weights: the file that the environment variable MHQA_READER names, otherwise
/// share/mhqa/reader.weights beside the folder of the program. Empty where neither exists.
///
/// Shape: an empty MHQA_READER means none; a file that MHQA_READER names need not exist
[[nodiscard]] std::string find_weights();

/// Returns the path of a net's weights: the file that the environment variable MHQA_READER_NET names, otherwise
/// share/mhqa/reader.net beside the folder of the program. Empty where neither exists.
[[nodiscard]] std::string find_net();

/// A trained reader that shares its weights with its copies, or the word matcher. Use a copy per thread.
class default_reader {
 public:
  /// The word matcher.
  explicit default_reader(const lexical_options& options = {}) : words_{options}, name_{"words"} {}
  explicit default_reader(std::shared_ptr<const weights_file> weights, std::shared_ptr<const net_file> net = {});

  [[nodiscard]] reading operator()(const reading_task& task) { return trained_ ? (*trained_)(task) : words_(task); }

  /// "words", or "trained", the weights' name and their hash, and "net" with those of the net if there is one; for
  /// signatures.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] bool is_trained() const noexcept { return trained_.has_value(); }

 private:
  std::shared_ptr<const weights_file> weights_{};
  std::shared_ptr<const net_file> net_{};
  std::optional<trained_reader> trained_{};
  lexical_reader words_{};
  std::string name_;
};

/// A choice of reader.
struct reader_choice {
  std::string kind{};     ///< "words" or, also if empty, "trained"
  std::string weights{};  ///< a file; empty: find_weights()
  lexical_options words{};
  std::string net{};  ///< a file; "installed": find_net(); empty: no net
};

/// Refuses the files of a trained reader, which another reader would ignore.
void expect_no_weights(const reader_choice& choice);

/// Returns the reader of a choice.
///
/// Errors: data_error as weights_file and expect_no_weights(), and for the trained reader where no weights are found:
///         the word matcher never takes its place unasked, nor is a net left out that is asked for
[[nodiscard]] default_reader find_reader(const reader_choice& choice);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/default_reader.ipp>
#endif
