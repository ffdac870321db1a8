// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the command `mhqa` as a user does, through the shell, or beside the test, so that it can be killed. ctest tells
// where it lies (MHQA_COMMAND).
#pragma once

#include "support/json.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <ios>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_test {

/// A folder of its own that goes with the object. Its name has no chance letters, as messages that tests look at name
/// its files.
class scratch {
 public:
  scratch() {
    static std::atomic<int> made{0};
    const std::string prefix = "mhqa_test_" + std::to_string(getpid()) + '_';
    do {
      folder_ = std::filesystem::temp_directory_path() / (prefix + std::to_string(++made));
    } while (!std::filesystem::create_directory(folder_));
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;
  ~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return folder_ / name; }

  /// Writes a new file of this name, in the place of an older one; gives its path.
  std::filesystem::path write(std::string_view name, std::string_view bytes) const {
    std::filesystem::path path = folder_ / name;
    // Some file systems wait for the disk when a file that was cut to nothing is closed.
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    std::ofstream{path, std::ios::binary}.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path;
  }

 private:
  std::filesystem::path folder_;
};

struct finished {
  int status;  ///< exit status; 128 + the signal's number if one ended it
  std::string out;
  std::string err;
};

/// A word that the shell reads as it is.
[[nodiscard]] inline std::string shell_word(std::string_view word) {
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

/// Runs a line of shell, in which "$MHQA_COMMAND" is the command, with this standard input.
[[nodiscard]] inline finished shell(const std::string& line, std::string_view input = {}) {
  const scratch here;
  const auto in = here.write("in", input);
  const std::string whole = "{ " + line + "\n} < " + shell_word(in.string()) + " > " +
                            shell_word((here / "out").string()) + " 2> " + shell_word((here / "err").string());
  const int status = std::system(whole.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(here / "out"),
          read_file(here / "err")};
}

/// Where the command lies.
[[nodiscard]] inline std::string command_path() {
  const char* const path = std::getenv("MHQA_COMMAND");
  if (path == nullptr) throw std::runtime_error{"MHQA_COMMAND is not set; run this by ctest"};
  return path;
}

/// Runs the command with these arguments: mhqa({"eval", "hotpotqa", predictions, gold}).
[[nodiscard]] inline finished mhqa(std::initializer_list<std::string_view> arguments, std::string_view input = {}) {
  static_cast<void>(command_path());
  std::string line = "\"$MHQA_COMMAND\"";
  for (const std::string_view argument : arguments) line += " " + shell_word(argument);
  return shell(line, input);
}

/// The command in a process of its own, without input and output.
class running {
 public:
  explicit running(std::vector<std::string> arguments) {
    std::string path = command_path();
    std::vector<char*> words{path.data()};
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    const int error = posix_spawn(&process_, path.c_str(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (error != 0) throw std::runtime_error{"cannot run " + path};
  }
  running(const running&) = delete;
  running& operator=(const running&) = delete;
  ~running() { kill(); }

  /// Whether it has come to its end.
  [[nodiscard]] bool ended() {
    if (process_ != 0 && ::waitpid(process_, &status_, WNOHANG) == process_) process_ = 0;
    return process_ == 0;
  }
  /// Kills it as a power cut would; false if it had come to its end before.
  bool kill() {
    if (ended()) return false;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, &status_, 0);
    process_ = 0;
    return WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL;
  }

 private:
  ::pid_t process_ = 0;
  int status_ = 0;
};

}  // namespace mhqa_test
