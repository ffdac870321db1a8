// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whatever is wrong with what the command is given, or with where it writes: status 2, one line on standard error that
// says what and where, nothing half-written.
#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include <unistd.h>

using namespace mhqa_test;
namespace fs = std::filesystem;

namespace {

struct folder {
  scratch here;
  std::string predictions = here.write("pred.json", hotpotqa_predictions).string();
  std::string gold = here.write("gold.json", hotpotqa_gold).string();

  [[nodiscard]] std::string path(std::string_view name) const { return (here / name).string(); }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{here / ""}, {}));
  }
  // The command line of an evaluation, as shell text.
  [[nodiscard]] std::string eval(const std::string& options = {}) const {
    return "\"$MHQA_COMMAND\" eval hotpotqa " + options + " " + shell_word(predictions) + " " + shell_word(gold);
  }
};

finished eval_gold(std::string_view gold) {
  const folder f;
  return mhqa({"eval", "hotpotqa", f.predictions, f.here.write("g", gold).string()});
}
finished eval_predictions(std::string_view predictions) {
  const folder f;
  return mhqa({"eval", "hotpotqa", f.here.write("p", predictions).string(), f.gold});
}

}  // namespace

TEST_CASE("bad input: options that another one leaves without effect, and outputs that cannot be standard output") {
  const folder f;
  check_refused(mhqa({"search", "x.idx", "novel", "--out", f.path("out")}), "--out needs --file or --merge");
  check_refused(mhqa({"search", "x.idx", "novel", "--format", "beir"}), "--format requires --file");
  check_refused(mhqa({"search", "x.idx", "--file", "queries", "--json"}), "excludes");
  check_refused(mhqa({"probe", "--format", "hotpotqa", f.gold, "--out", "-"}), "expected a folder for --out");
  check_refused(mhqa({"report", "html", f.gold, "--csv", "-", "--latex", "-"}), "found two");
  check_refused(mhqa({"agree", f.gold, "--dialect", "bleu"}), "triviaqa; found \"bleu\"");
}

TEST_CASE("bad input: arguments") {
  for (const char* verb : {"expected one of: ", "eval", "probe"}) check_refused(mhqa({}), verb);
  check_refused(mhqa({"evaluate"}), "; found \"evaluate\" (see mhqa --help)");
  check_refused(mhqa({"hotpotqa", "eval", "a", "b"}), "; found \"hotpotqa\" (see mhqa --help)");
  check_refused(mhqa({"eval"}), "hotpotqa");
  check_refused(mhqa({"eval", "hotpot", "a", "b"}), "; found \"hotpot\" (see mhqa eval --help)");
  check_refused(mhqa({"eval", "a", "b"}), "expected one of: hotpotqa, ");
  check_refused(mhqa({"eval", "hotpotqa"}), "predictions is required (see mhqa eval hotpotqa --help)");
  check_refused(mhqa({"eval", "hotpotqa", "a", "b", "--by"}), "--by expects a value after it (see mhqa eval hotpotqa");
  check_refused(mhqa({"report", "dire", "a", "b", "--transformed", "c"}), "--transformed expects 2 values after it");
  check_refused(mhqa({"eval", "hotpotqa", "a"}), "gold is required");
  check_refused(mhqa({"eval", "hotpotqa", "a", "b", "c"}), "c");
  check_refused(mhqa({"eval", "hotpotqa", "--json", "--official", "a", "b"}), "--json");
  check_refused(mhqa({"eval", "hotpotqa", "--nonsense", "a", "b"}), "--nonsense");
  check_refused(mhqa({"eval", "hotpotqa", "-", "-"}), "only one of the two files can be standard input");
  check_refused(mhqa({"eval", "musique", "-", "-"}), "only one of the two files can be standard input");
  const folder f;
  check_refused(mhqa({"eval", "hotpotqa", "--by", "colour", f.predictions, f.gold}),
                "--by expects one of: type, level");
  check_refused(mhqa({"eval", "hotpotqa", "--per-question", "-", "a", "b"}), "--per-question expects a file");
}

TEST_CASE("bad input: counts below 0 and what is no number") {
  for (const char* count : {"-1", "x", "1.5", "1e3", ""}) {
    CAPTURE(count);
    const std::string said = std::string{"expected a whole number that is not below 0, found \""} + count + '"';
    check_refused(mhqa({"compose", "pool", "--out", "out", "--seed", count}),
                  "--seed: expected an integer from 0 to 2^64 - 1, found " + std::string{count});
    check_refused(mhqa({"read", "file", "--select", count}), "--select: " + said);
    check_refused(mhqa({"probe", "file", "--format", "musique", "--out", "out", "--threads", count}), said);
    check_refused(mhqa({"eval", "strategyqa", "a", "b", "--retrieval-limit", count}), said);
  }
}

TEST_CASE("bad input: numbers outside an option's range") {
  check_refused(mhqa({"ask", "musique", "file", "--threads", "1.5"}), "--threads: expected an integer from 1 to 256");
  check_refused(mhqa({"ask", "musique", "file", "--threads", "257"}), "expected an integer from 1 to 256, found 257");
  check_refused(mhqa({"ask", "musique", "file", "--temperature", "x"}), "expected a number from 0 to 10, found x");
}

TEST_CASE("bad input: files that are no UTF-8 text are named, by every verb that reads one") {
  const scratch here;
  struct row {
    std::string_view bytes, what;
  };
  for (const row& r :
       {row{"BZh91AY&SY", "a bzip2 file; unpack it first"}, row{"PK\x03\x04", "a zip file; unpack it first"},
        row{{"\xFF\xFE[\0", 4}, "UTF-16; save the file as UTF-8"}, row{{"[\0{\0", 4}, "UTF-16; save the file as UTF-8"},
        row{"\xEF\xBB\xBF{}", "a byte order mark; save the file as UTF-8 without it"}}) {
    const std::string file = here.write("f", r.bytes).string();
    const std::string out = (here / "out").string();
    const std::string said = file + ": byte 0: expected UTF-8 text, found " + std::string{r.what};
    CAPTURE(r.what);
    for (const char* set : {"hotpotqa", "2wikimultihopqa", "musique", "hieradate", "squad", "strategyqa"}) {
      check_refused(mhqa({"eval", set, file, file}), said);
    }
    check_refused(mhqa({"eval", "dire", "--kind", "probe", file, file}), said);
    check_refused(mhqa({"score", "--dialect", "musique", file}), said);
    check_refused(mhqa({"compose", file, "--out", out}), said);
    check_refused(mhqa({"index", file, "--out", out}), said);
    check_refused(mhqa({"read", file}), said);
    check_refused(mhqa({"audit", file}), said);
    check_refused(mhqa({"stats", file}), said);
    check_refused(mhqa({"stats", "strategyqa", file}), said);
    check_refused(mhqa({"check-decompositions", file}), said);
    check_refused(mhqa({"probe", "--format", "musique", file, "--out", out}), said);
    check_refused(mhqa({"probe-dates", "--format", "hotpotqa", file, "--out", out + ".json"}), said);
    check_refused(mhqa({"dates", "parse", file}), said);
  }
}

TEST_CASE("bad input: files that cannot be read") {
  const folder f;
  check_refused(mhqa({"eval", "hotpotqa", f.path("none"), f.gold}), f.path("none") + ": cannot open: No such file");
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, f.path("none")}), f.path("none") + ": cannot open: No such");
  check_refused(mhqa({"eval", "hotpotqa", f.path(""), f.gold}), "Is a directory");
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, f.path("")}), "Is a directory");
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, f.path("a\nb")}), "No such file");  // still one line
  check_refused(shell("\"$MHQA_COMMAND\" eval hotpotqa - " + shell_word(f.gold) + " <&-"), "Bad file descriptor");
  check_refused(shell("\"$MHQA_COMMAND\" score --dialect musique <&-"), "Bad file descriptor");
  check_refused(mhqa({"eval", "hotpotqa", "-", f.gold}, ""), "-: expected JSON, found nothing");
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, "-"}, ""), "-: expected records, found an empty file");
}

TEST_CASE("bad input: no permission, as another user if this one may read everything") {
  const folder f;
  fs::permissions(f.here / "", fs::perms{0755});
  fs::permissions(f.gold, fs::perms::none);
  std::string user;
  if (::geteuid() == 0) {
    user = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
    if (shell(user + "\"$MHQA_COMMAND\" --version").status != 0) {
      std::printf("mhqa-skip: cannot run the command as another user\n");
      return;
    }
  }
  check_refused(shell(user + f.eval()), f.gold + ": cannot open: Permission denied");
  fs::permissions(f.gold, fs::perms{0644});
  fs::permissions(f.predictions, fs::perms{0644});
  CHECK(shell(user + f.eval()).status == 0);
  // A folder in which nothing may be made: the file that was asked for is named, not its temporary one.
  check_refused(shell(user + f.eval("--per-question " + shell_word(f.path("per")))),
                f.path("per") + ": cannot write: Permission denied");
  CHECK(f.files() == 2);
}

TEST_CASE("bad input: gold files") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {"", "g: expected records, found an empty file"},
           {"[]", "g: expected questions, found none"},
           {"\xEF\xBB\xBF[]", "g: byte 0: expected UTF-8 text, found a byte order mark"},
           {"[{\"_id\": \"q1\", \"answer\": \"\xC3(\"}]", "g: byte 26: expected valid UTF-8"},
           {"{\"_id\": \"q1\", \"answer\": \"x\"}\n{\"_id\": \"q2\", \"answer\": \"\xff\"}\n",
            "g: record 2, byte 54: expected valid UTF-8"},
           {"{\"_id\": \"q1\"}", "g: record 1, id \"q1\": expected the field \"answer\""},
           {"[{\"answer\": \"x\"}]", "g: record 1: expected the field \"_id\""},
           {"[{\"_id\": \"q1\", \"answer\": 5}]",
            "g: record 1, id \"q1\", field \"answer\", byte 25: expected a string"},
           {"[{\"_id\": \"q1\", \"answer\": NaN}]",
            "g: record 1, id \"q1\", field \"answer\", byte 25: expected a string"},
           {"[{\"_id\": \"q1\", \"answer\": \"x\", \"supporting_facts\": [[\"T\", Infinity]]}]",
            "g: record 1, id \"q1\", field \"supporting_facts[0][1]\", byte 57: expected an integer"},
           {"[{\"_id\": \"q1\", \"answer\": \"x\", \"supporting_facts\": [[\"T\", 1e999]]}]",
            "g: record 1, id \"q1\", field \"supporting_facts[0][1]\", byte 57: expected an integer"},
           {"[{\"_id\": \"q1\", \"answer\": \"x\", \"supporting_facts\": [[\"T\", 12345678901234567890]]}]",
            "g: record 1, id \"q1\", field \"supporting_facts[0][1]\", byte 57: expected an integer that fits 64 bits"},
           {"[{\"_id\": \"q1\", \"answer\": \"x\"},{\"_id\": \"q1\", \"answer\": \"y\"}]",
            "g: id \"q1\": expected each id once, found it twice"},
           {"[{\"_id\": \"n\", \"answer\": \"x\"},{\"_id\": \"q1\", \"answer\": \"x\"},{\"_id\": \"n\", \"answer\": "
            "\"x\"}]",
            "g: id \"n\": expected each id once, found it twice"},
           {"[{\"_id\": \"q1\", \"answer\": \"x\"}", "g: byte 29: ends inside"},
           {"[{\"_id\": \"other\", \"answer\": \"x\"}]", "no prediction has an id of the gold file"},
           {"not json", "g: expected a JSON array of objects or JSON Lines, found \"not json\""},
           {"id,answer\r\n1,x\r\n", "g: expected a JSON array of objects or JSON Lines, found \"id,answer\""},
           {"[{\"_id\": \"q1\" \"answer\": \"x\"}]", "g: record 1, id \"q1\", byte 14: expected well-formed JSON"},
           {"{\n\"q1\": \"x\"\n}\n", "g: record 1, byte 1: expected one whole JSON object per line"},
       }) {
    CAPTURE(r.text);
    check_refused(eval_gold(r.text), r.error);
  }
}

TEST_CASE("bad input: predictions") {
  struct row {
    std::string_view text, error;
  };
  for (const row& r : std::initializer_list<row>{
           {"", "p: expected JSON, found nothing"},
           {"{}", "p: expected an object with \"answer\", \"sp\" or \"evidence\""},
           {"[]", "p: byte 0: expected one JSON object, found an array"},
           {"id,answer\n", "p: byte 0: expected one JSON object, found \"id,answer\""},
           {"{'answer': {}}", "p: byte 1: expected well-formed JSON"},
           {"{\"answer\": {\"q1\": \"a\",}}", "byte 22: expected well-formed JSON"},
           {"\xEF\xBB\xBF{}", "p: byte 0: expected UTF-8 text, found a byte order mark"},
           {"{\"answer\": {\"q1\": \"\xff\"}}", "p: byte 19: expected valid UTF-8"},
           {"{\"answer\": {\"q1\": 5}}",
            "p: id \"q1\", field \"answer.q1\", byte 18: expected a string, found a number"},
           {"{\"answer\": {\"q1\": \"a\", \"q1\": \"b\"}}", "p: id \"q1\", field \"answer.q1\": expected each id once"},
           {"{\"answer\": {\"zz\": \"a\"}}", "p: no prediction has an id of the gold file"},
           {"{\"answer\": {\"q1\": \"a\"}, \"sp\": {\"q1\": [[\"T\"]]}}",
            "p: id \"q1\", field \"sp.q1[0]\": expected [title, sentence number]"},
           {"{\"answer\": {\"q1\": \"a\"}} x", "p: byte "},
       }) {
    CAPTURE(r.text);
    check_refused(eval_predictions(r.text), r.error);
  }
}

TEST_CASE("bad input: an error line is short and leaves the terminal alone, whatever stands in the file") {
  const folder f;
  const std::string row = R"(", "predicted_answer": "x", "predicted_support_idxs": [], "predicted_answerable": true})";
  const auto gold = f.here
                        .write("g", R"({"id": "a\u001b[31m", "paragraphs": [], "question": "?", "answer": "x",)"
                                    R"( "answer_aliases": [], "answerable": true})")
                        .string();
  const auto refused = [&](const std::string& id) {
    return mhqa({"eval", "musique", f.here.write("p", R"({"id": ")" + id + row).string(), gold}).err;
  };
  CHECK(refused("b").find("a\\x1b[31m") != std::string::npos);
  const std::string line = refused(std::string(70000, 'b'));
  CHECK(line.size() < 1100);
  CHECK(line.find("bbb … bbb") != std::string::npos);
  CHECK(line.find("stands here") != std::string::npos);
}

TEST_CASE("bad input: 100,000 brackets") {
  const std::string deep(100000, '[');
  check_refused(eval_gold(deep), "");
  check_refused(eval_gold(deep + std::string(100000, ']')), "g: record 1, byte 1: expected an object, found an array");
  check_refused(eval_predictions("{\"answer\": " + deep), "");
  check_refused(eval_predictions("{\"sp\": {\"q1\": " + deep + std::string(100000, ']') + "}}"),
                "expected a string, found an array");
  check_refused(mhqa({"eval", "hotpotqa", "-", "-"}, deep), "");
  // Where nobody looks they do no harm.
  CHECK(eval_predictions("{\"x\": " + deep + std::string(100000, ']') + ", \"answer\": {\"q1\": \"x\"}}").status == 0);
}

TEST_CASE("bad input: predictions cut at every byte") {
  const folder f;
  for (std::size_t cut = 0; cut + 2 < hotpotqa_predictions.size(); ++cut) {
    CAPTURE(cut);
    const finished done =
        mhqa({"eval", "hotpotqa", f.here.write("p", hotpotqa_predictions.substr(0, cut)).string(), f.gold});
    check_refused(done, "p: ");
  }
}

TEST_CASE("bad input: an array of 5 GiB without an end is refused, and JSON Lines are named") {
  const folder f;
  const auto large = f.here.write("large.json", "[{\"_id\": \"q1\", \"answer\": \"x\"},");
  std::error_code error;
  fs::resize_file(large, std::uint64_t{5} << 30U, error);
  if (error) {
    std::printf("mhqa-skip: no file of 5 GiB can be made here\n");
    return;
  }
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, large.string()}), "JSON Lines");
  check_refused(mhqa({"eval", "hotpotqa", large.string(), f.gold}), "JSON Lines");
}

TEST_CASE("bad input: a line of a gigabyte is refused in bounded memory") {
  const folder f;
  const auto large = f.here.write("large.jsonl", "{\"_id\": \"q1\", \"answer\": \"x\"}\n{\"");
  std::error_code error;
  fs::resize_file(large, std::uint64_t{1} << 30U, error);
  if (error) return;
  check_refused(mhqa({"eval", "hotpotqa", f.predictions, large.string()}),
                "large.jsonl: record 2: a line of more than 256 MiB");
  // A filter has written its answer to the first line by then.
  const finished dates = mhqa({"dates", "compare", large.string()});
  CHECK(dates.status == 2);
  CHECK(dates.err ==
        "mhqa: error: " + large.string() + ": record 2: a line of more than 256 MiB; expected lines of dates\n");
}

TEST_CASE("bad output: standard output closed, full, limited or left") {
  const folder f;
  check_refused(shell(f.eval() + " >&-"), "standard output: cannot write: Bad file descriptor");
  check_refused(shell(f.eval("--official") + " >&-"), "standard output: cannot write: Bad file descriptor");
  check_refused(shell("\"$MHQA_COMMAND\" --version >&-"), "standard output: cannot write");
  check_refused(
      shell("echo '{\"prediction\": \"x\", \"gold\": \"x\"}' | \"$MHQA_COMMAND\" score --dialect musique >&-"),
      "standard output: cannot write: Bad file descriptor");
  if (fs::exists("/dev/full")) {
    check_refused(shell(f.eval() + " > /dev/full"), "standard output: cannot write: No space left on device");
    check_refused(shell(f.eval("--json") + " > /dev/full"), "No space left on device");
    check_refused(shell("\"$MHQA_COMMAND\" --help > /dev/full"), "standard output: cannot write");
  }
  const finished limited =
      shell("{ (ulimit -f 0; " + f.eval() + " > " + shell_word(f.path("out")) + "); echo $?; } 2>&1 | cat");
  CHECK(limited.out == "mhqa: error: standard output: cannot write: File too large\n2\n");
  // A reader that is gone before the first byte.
  const finished done = shell("{ sleep 0.3; " + f.eval() + "; echo $? >&2; } | :");
  CHECK(done.err == "mhqa: error: standard output: cannot write: Broken pipe\n2\n");
  const finished score =
      shell("{ sleep 0.3; echo '{}' | \"$MHQA_COMMAND\" score --dialect musique; echo $? >&2; } | :");
  CHECK(score.err == "mhqa: error: standard output: cannot write: Broken pipe\n2\n");
}

TEST_CASE("bad output: the per-question file is whole or not there") {
  const folder f;
  const std::string per = f.path("per.jsonl");
  const auto with = [&](const std::string& path) { return f.eval("--per-question " + shell_word(path)); };

  check_refused(shell(with(f.path("none/per"))), f.path("none/per") + ": cannot write: No such file or directory");
  check_refused(shell(with(f.path(""))), "Is a directory");
  check_refused(shell(with(f.predictions + "/per")), "cannot write: Not a directory");
  if (fs::exists("/dev/full")) check_refused(shell(with("/dev/full")), "/dev/full: cannot write: No space left");
  CHECK(f.files() == 2);

  // A bad record after good ones, standard output that fails, a limit that is reached: an old file stays as it was.
  f.here.write("per.jsonl", "old\n");
  const auto bad = f.here.write("bad", R"([{"_id": "q1", "answer": "x"}, {"_id": "q2"}])");
  check_refused(mhqa({"eval", "hotpotqa", "--per-question", per, f.predictions, bad.string()}), "record 2, id \"q2\"");
  check_refused(shell(with(per) + " >&-"), "standard output: cannot write");
  std::string many = "[";
  for (int i = 0; i < 2000; ++i)
    many += "{\"_id\": \"n" + std::to_string(i) + "\", \"answer\": \"x\", \"supporting_facts\": []},";
  const auto large = f.here.write("many", many + "{\"_id\": \"q1\", \"answer\": \"x\", \"supporting_facts\": []}]");
  check_refused(shell("(ulimit -f 8; \"$MHQA_COMMAND\" eval hotpotqa --official --per-question " + shell_word(per) +
                      " " + shell_word(f.predictions) + " " + shell_word(large.string()) + ")"),
                per + ": cannot write: File too large");
  CHECK(read_file(per) == "old\n");
  CHECK(f.files() == 5);

  // A killed run's temporary file goes with the next run; a file of somebody else stays.
  f.here.write("per.jsonl.mhqa-0123456789abcdef.part", std::string(100000, 'x'));
  f.here.write("per.jsonl.part", "mine");
  CHECK(shell(with(per)).status == 0);
  CHECK(read_file(per).starts_with("{\"id\": \"q1\""));
  CHECK_FALSE(fs::exists(per + ".mhqa-0123456789abcdef.part"));
  CHECK(read_file(per + ".part") == "mine");

  CHECK(shell(with("/dev/null")).status == 0);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("bad output: a file that is an input stays as it is") {
  const folder f;
  for (const std::string& input : {f.predictions, f.gold}) {
    check_refused(mhqa({"eval", "hotpotqa", f.predictions, f.gold, "--per-question", input}), "destroy the input");
  }
  CHECK(mhqa_test::read_file(f.predictions) == hotpotqa_predictions);
  CHECK(mhqa_test::read_file(f.gold) == hotpotqa_gold);
  const std::string lines = R"({"_id": "a", "answer": "x", "question_id": "a"})";
  const std::string dire = f.here.write("dire", lines).string(), said = f.here.write("said.svg", lines).string();
  const auto eval_dire = [&](std::string_view per) {
    return mhqa({"eval", "dire", "--kind", "original", dire, said, "--per-question", per});
  };
  check_refused(eval_dire(said), "destroy the input");
  check_refused(eval_dire("-"), "--per-question expects a file");
  const auto card = [&](std::string_view svg) {
    return mhqa({"report", "dire", dire, said, "--original-predictions", said, "--svg", svg});
  };
  check_refused(card(said), "destroy the input");
  check_refused(card("-"), "--svg expects a file");
  check_refused(mhqa({"check-decompositions", "--format", "strategyqa", said, "--per-question", said}), "destroy");
  check_refused(mhqa({"probe-dates", "--format", "hotpotqa", f.gold, "--out", f.gold}), "destroy");
  CHECK(mhqa_test::read_file(said) == lines);
}

TEST_CASE("bad input: MuSiQue's order and ids") {
  const scratch here;
  const auto eval = [&](const std::string& predictions, const std::string& gold) {
    return mhqa({"eval", "musique", here.write("p", predictions).string(), here.write("g", gold).string()});
  };
  const std::string gold = musique_gold("1") + musique_gold("2");
  CHECK(eval(musique_prediction("1") + musique_prediction("2"), gold).status == 0);
  check_refused(eval(musique_prediction("2") + musique_prediction("1"), gold),
                "p: record 1, id \"2\": expected the gold file's order, in which the id \"1\" stands here");
  check_refused(eval(musique_prediction("1"), gold), "p: id \"2\": expected as many rows");
  check_refused(eval(musique_prediction("1") + musique_prediction("2") + musique_prediction("3"), gold),
                "p: record 3, byte ");
  check_refused(eval(musique_prediction("1") + musique_prediction("1"), musique_gold("1") + musique_gold("1")),
                "id \"1\": expected 1 row with this id, found 2");
  check_refused(eval(musique_prediction("1") + musique_prediction("2"), musique_gold("1") + musique_gold("2", false)),
                "id \"1\": expected 2 rows with this id, found 1");
  check_refused(
      eval(musique_prediction("1") + musique_prediction("1"), musique_gold("1", false) + musique_gold("1", false)),
      "id \"1\": expected one answerable and one unanswerable row with this id");
  check_refused(eval("", gold), "p: expected records, found an empty file");
  check_refused(eval(musique_prediction("1"), ""), "g: expected records, found an empty file");
}

TEST_CASE("bad input: terminal escapes of data and models do not reach a terminal") {
  const scratch here;
  const std::string odd = "\\u001b[31m\\u009b\\u202e\\ud83d";
  const std::string gold = here.write("g", R"([{"_id": ")" + odd + R"(", "answer": "x", "type": ")" + odd +
                                               R"("}, {"_id": "q", "answer": "x", "type": "t"}])")
                               .string();
  const std::string predictions = here.write("p", R"({"answer": {"q": "x"}})").string();
  const auto plain = [](const std::string& text) {
    CAPTURE(text);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\xc2\x9b") == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
    CHECK(text.find("\xed\xa0\xbd") == std::string::npos);
  };
  const finished done = mhqa({"eval", "hotpotqa", predictions, gold, "--by", "type"});
  CHECK(done.status == 0);
  plain(done.out);
  CHECK(done.out.find("[31m\\xc2\\x9b\\xe2\\x80\\xae\\xed\\xa0\\xbd") != std::string::npos);
  const std::string twice =
      here.write("t", R"([{"_id": ")" + odd + R"(", "answer": "x"}, {"_id": ")" + odd + R"(", "answer": "x"}])")
          .string();
  const finished refused = mhqa({"eval", "hotpotqa", predictions, twice});
  CHECK(refused.status == 2);
  plain(refused.err);
  const std::string steps = here.write("s", R"({"qid": ")" + odd +
                                                R"(", "question": "q", "decomposition": ["#7"]})"
                                                "\n")
                                .string();
  const finished checked = mhqa({"check-decompositions", steps, "--format", "strategyqa"});
  CHECK(checked.status == 0);
  plain(checked.out);
}

TEST_CASE("bad input: a member that stands twice is refused, or the last one counts as in Python") {
  const scratch here;
  const std::string predictions = here.write("p", R"({"a": "x", "b": "x"})").string();
  for (
      const std::string_view gold :
      {R"({"version": "1.1", "data": [{"paragraphs": [{"context": "c", "qas": [{"id": "a", "answers": [{"text": "y"}]}],
            "qas": [{"id": "b", "answers": [{"text": "x"}]}]}]}]})",
       R"({"version": "1.1", "data": [{"paragraphs": [], "paragraphs": []}]})", R"({"data": [], "data": []})"}) {
    check_refused(mhqa({"eval", "squad", predictions, here.write("g", gold).string()}),
                  "once in its object, found it twice");
  }
  const std::string twice =
      here.write("t", R"({"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "a", "answers": [{"text": "y"}],
                          "answers": [{"text": "x"}]}]}]}], "version": "1.1"})")
          .string();
  CHECK(mhqa({"eval", "squad", predictions, twice, "--official"}).out.find("\"exact_match\": 100.0") !=
        std::string::npos);
}

TEST_CASE("bad input: what a record may grow to is bounded") {
  const scratch here;
  std::string steps;
  for (int i = 0; i < 20000; ++i) steps += "#1 ";
  const std::string answer(60000, 'x');
  const std::string row =
      R"({"id": "2hop__1_2", "question": "q", "answer": "x", "answer_aliases": [], "answerable": true,
 "paragraphs": [{"idx": 0, "title": "T", "paragraph_text": "x", "is_supporting": true}], "question_decomposition":
 [{"id": 1, "question": "a", "answer": ")" +
      answer + R"(", "paragraph_support_idx": 0}, {"id": 2, "question": ")" + steps +
      R"(", "answer": "x", "paragraph_support_idx": 0}]})";
  std::string line = row;
  std::replace(line.begin(), line.end(), '\n', ' ');
  const std::string file = here.write("r", line + "\n").string();
  for (const char* verb : {"audit", "condition"}) {
    check_refused(mhqa({verb, file}),
                  file + ": id \"2hop__1_2\": its text with all repetitions would grow beyond 64 KiB");
  }

  // n steps are asked over n paragraphs each.
  std::string paragraphs, asked;
  for (int i = 0; i < 3000; ++i) {
    const std::string n = std::to_string(i), comma = i == 0 ? "" : ", ";
    paragraphs += comma + R"({"idx": )" + n + R"(, "title": "T", "paragraph_text": "x", "is_supporting": true})";
    asked += comma + R"({"id": )" + n + R"(, "question": ")" + (i == 0 ? "a" : "Is #1 it?") +
             R"(", "answer": "x", "paragraph_support_idx": 0})";
  }
  const std::string square =
      here.write(
              "s",
              R"({"id": "a", "question": "q", "answer": "x", "answer_aliases": [], "answerable": true, "paragraphs": [)" +
                  paragraphs + R"(], "question_decomposition": [)" + asked + "]}\n")
          .string();
  const std::string few = square + ": id \"a\": expected at most 1398 readings of its 3000 paragraphs, found ";
  check_refused(mhqa({"audit", square}), few);
  check_refused(mhqa({"condition", square}), few);
  check_refused(mhqa({"condition", square, "--requests", (here / "requests").string()}), few);
  check_refused(mhqa({"read", "--steps", square}), few);
}
