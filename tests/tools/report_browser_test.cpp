// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// The page of mhqa report html in headless Chromium (Debian: chromium): a script at its end uses it as a reader does,
// by events, and writes what it saw into the document.

using namespace mhqa_test;

namespace {

/// Returns the browser's name; without one the test counts as skipped.
std::string find_browser() {
  for (const char* const name : {"chromium", "chromium-browser", "google-chrome"}) {
    if (shell(std::string{"command -v "} + name).status == 0) return name;
  }
  skip_test("chromium not found (Debian package chromium)");
  return {};
}

/// Runs a script in the page and returns the JSON that it passes to tell().
json run_in_page(const std::string& browser, const scratch& here, const std::string& page, std::string_view script) {
  std::string html = read_file(page);
  const std::size_t end = html.rfind("</body>");
  REQUIRE(end != std::string::npos);
  html.insert(end,
              "<script>function tell(x){const e=document.createElement(\"pre\");e.id=\"told\";e.textContent="
              "encodeURIComponent(JSON.stringify(x));document.body.append(e)}\n" +
                  std::string{script} + "</script>");
  const std::string driven = here.write("driven.html", html).string();
  const finished done = shell(browser + " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage " +
                              "--disable-background-networking --no-first-run --virtual-time-budget=5000 " +
                              "--user-data-dir=" + shell_word((here / "profile").string()) + " --dump-dom " +
                              shell_word("file://" + driven));
  CAPTURE(done.err);
  const std::string open = "<pre id=\"told\">";
  const std::size_t begin = done.out.find(open);
  REQUIRE(begin != std::string::npos);
  const std::size_t from = begin + open.size();
  std::string text;
  const std::string told = done.out.substr(from, done.out.find("</pre>", from) - from);
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (told[i] != '%') {
      text += told[i];
    } else {
      text += static_cast<char>(std::stoi(told.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return parse_json(text);
}

/// Three questions of MuSiQue's layout: a right, b wrong, c without prediction of the second model.
std::string write_page(const scratch& here) {
  std::string gold, first, second;
  const auto add = [&](const std::string& id, const std::string& answer, const std::string& said, double probability) {
    gold += R"({"id":"2hop__)" + id + R"(","question":"Where was )" + id + R"( born?","answer":")" + answer +
            R"(","answer_aliases":[],"answerable":true,"question_decomposition":[)"
            R"({"id":1,"question":"Who?","answer":"X","paragraph_support_idx":0},)"
            R"({"id":2,"question":"Where was #1 born?","answer":")" +
            answer +
            R"(","paragraph_support_idx":1}],"paragraphs":[{"idx":0,"title":"T","paragraph_text":"t",)"
            R"("is_supporting":true},{"idx":1,"title":"U","paragraph_text":"u","is_supporting":true}]})"
            "\n";
    const auto line = [&](const std::string& text, const std::string& more) {
      return R"({"id":"2hop__)" + id + R"(","predicted_answer":")" + text +
             R"(","predicted_support_idxs":[0],"predicted_answerable":true)" + more + "}\n";
    };
    first += line(said, ",\"predicted_answerable_probability\":" + std::to_string(probability));
    second += line(answer, "");
  };
  add("a", "Paris", "Paris", 0.9);
  add("b", "Oslo", "in Bergen", 0.2);
  add("c", "Rome & <b>", "Rome", 0.7);
  const std::string golds = here.write("gold.jsonl", gold).string();
  const std::string one = here.write("one.jsonl", first).string(), two = here.write("two.jsonl", second).string();
  const std::string a = (here / "a.json").string(), b = (here / "b.json").string();
  REQUIRE(mhqa({"eval", "musique", one, golds, "--result", a}).status == 0);
  REQUIRE(mhqa({"eval", "musique", two, golds, "--result", b}).status == 0);
  std::string page = (here / "page.html").string();
  REQUIRE(mhqa({"report", "html", a, b, "--name", "first", "--name", "second", "-o", page, "--samples", "50"}).status ==
          0);
  return page;
}

/// The 7,405 questions of HotpotQA's dev set with three published models; without the shared data an empty name.
std::string write_large_page(const scratch& here) {
  const auto folder = shared_data("data/hotpotqa");
  if (!folder) return {};
  const std::string gold = (*folder / "dev_answers_7405.json").string();
  std::string longformer;
  for (const json& line : load_jsonl(*folder / "predictions/longformer.jsonl")) {
    longformer +=
        (longformer.empty() ? "{\"sp\": {}, \"answer\": {\"" : ", \"") + line["question_id"].string() + "\": \"";
    for (const char c : line["answer"].string()) {
      if (c == '"' || c == '\\') longformer += '\\';
      longformer += c == '\n' ? std::string{"\\n"} : std::string{c};
    }
    longformer += '"';
  }
  longformer += "}}";
  std::vector<std::string> results;
  for (const std::string& path :
       {(*folder / "predictions/xlnet.json").string(), (*folder / "predictions/cogqa.json").string(),
        here.write("longformer.json", longformer).string()}) {
    results.push_back((here / ("result" + std::to_string(results.size()))).string());
    const finished done = mhqa({"eval", "hotpotqa", path, gold, "--result", results.back()});
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
  }
  std::string page = (here / "large.html").string();
  REQUIRE(mhqa({"report", "html", results[0], results[1], results[2], "-o", page, "--samples", "20"}).status == 0);
  return page;
}

}  // namespace

TEST_CASE("report html: in a browser, filters and pages change the list and its count" *
          doctest::test_suite("unsanitized")) {
  const std::string browser = find_browser();
  if (browser.empty()) return;
  const scratch here;
  const json told = run_in_page(browser, here, write_page(here), R"js(
const out={},get=id=>document.getElementById(id),rows=()=>[...document.querySelectorAll("#list summary span.q")].map(x=>x.textContent);
const set=(id,value)=>{get(id).value=value;get(id).dispatchEvent(new Event("change",{bubbles:true}))};
out.start=get("count").textContent;out.all=rows();
set("differ","some");out.some=rows();out.someCount=get("count").textContent;
set("differ","all");out.allRight=rows();set("differ","");
set("relation",get("relation").options[[...get("relation").options].findIndex(o=>o.textContent=="other words")].value);
out.other=rows();set("relation","");
get("text").value="BERGEN";get("filters").dispatchEvent(new Event("submit",{bubbles:true,cancelable:true}));out.text=rows();
get("text").value="nothing like it";get("filters").dispatchEvent(new Event("submit",{bubbles:true,cancelable:true}));
out.none=rows();out.noneCount=get("count").textContent;
tell(out))js");
  using strings = std::vector<std::string>;
  const strings all{"Where was a born?", "Where was b born?", "Where was c born?"};
  CHECK(told["start"].string() == "3 of 3 questions, 1 to 3 shown");
  CHECK(told["all"].strings() == all);
  CHECK(told["some"].strings() == strings{all[1], all[2]});
  CHECK(told["someCount"].string() == "2 of 3 questions, 1 to 2 shown");
  CHECK(told["allRight"].strings() == strings{all[0]});
  CHECK(told["other"].strings() == strings{all[1]});
  CHECK(told["text"].strings() == strings{all[1]});
  CHECK(told["none"].items().empty());
  CHECK(told["noneCount"].string() == "0 of 3 questions");
}

TEST_CASE("report html: in a browser, a question opens with its hops as a graph, and keys move between questions" *
          doctest::test_suite("unsanitized")) {
  const std::string browser = find_browser();
  if (browser.empty()) return;
  const scratch here;
  const json told = run_in_page(browser, here, write_page(here), R"js(
const out={},all=[...document.querySelectorAll("#list summary")];
all[0].focus();const key=k=>document.activeElement.dispatchEvent(new KeyboardEvent("keydown",{key:k,bubbles:true,cancelable:true}));
key("ArrowDown");key("ArrowDown");out.down=all.indexOf(document.activeElement);
key("ArrowDown");out.last=all.indexOf(document.activeElement);key("ArrowUp");out.up=all.indexOf(document.activeElement);
const d=all[2].parentNode;d.addEventListener("toggle",()=>setTimeout(()=>{
const svg=d.querySelector("svg");out.boxes=svg.querySelectorAll("rect").length;out.lines=svg.querySelectorAll("path").length;
out.label=svg.getAttribute("aria-label");out.role=svg.getAttribute("role");
out.gold=d.querySelectorAll("dd")[1].textContent;out.marked=[...d.querySelectorAll("mark")].map(x=>x.textContent);
out.unlabelled=[...document.querySelectorAll("input,select,button")].filter(e=>!e.labels?.length&&!e.textContent.trim()&&!e.getAttribute("aria-label")).length;
out.drawings=[...document.querySelectorAll("svg")].filter(e=>e.getAttribute("role")!="img"||!e.getAttribute("aria-label")).length;
out.status=document.getElementById("count").getAttribute("role");out.lang=document.documentElement.lang;
out.wide=document.documentElement.scrollWidth<=document.documentElement.clientWidth;tell(out)},0));d.open=true;
)js");
  CHECK(told["down"].integer() == 2);
  CHECK(told["last"].integer() == 2);
  CHECK(told["up"].integer() == 1);
  CHECK(told["boxes"].integer() == 2);
  CHECK(told["lines"].integer() == 1);
  CHECK(told["label"].string() == "1: Who? = X; 2: Where was #1 born? = Rome & <b>");
  CHECK(told["role"].string() == "img");
  CHECK(told["gold"].string() == "Rome & <b>");
  CHECK(told["marked"][0].string() == "Rome");
  CHECK(told["unlabelled"].integer() == 0);
  CHECK(told["drawings"].integer() == 0);
  CHECK(told["status"].string() == "status");
  CHECK(told["lang"].string() == "en");
  CHECK(told["wide"].boolean());
}

TEST_CASE("report html: in a browser, the page requests nothing, and its policy refuses a request" *
          doctest::test_suite("unsanitized")) {
  const std::string browser = find_browser();
  if (browser.empty()) return;
  const scratch here;
  const json told = run_in_page(browser, here, write_page(here), R"js(
const out={resources:performance.getEntriesByType("resource").map(e=>e.name).filter(n=>!n.startsWith("data:")),blocked:[]};
document.addEventListener("securitypolicyviolation",e=>out.blocked.push(e.blockedURI));
out.calibration=document.getElementById("calibration").nextElementSibling.nextElementSibling.nextElementSibling.textContent;
fetch("http://127.0.0.1:9/x").then(()=>out.fetched=true,()=>out.fetched=false).then(()=>setTimeout(()=>tell(out),50));
)js");
  CHECK(told["resources"].items().empty());
  CHECK(!told["fetched"].boolean());
  REQUIRE(told["blocked"].items().size() == 1);
  CHECK(told["blocked"][0].string() == "http://127.0.0.1:9/x");
  // 0.9, 0.2 and 0.7, all sufficient: (0.1 + 0.8 + 0.3) / 3
  CHECK(told["calibration"].string().starts_with("3 rows, ECE 0.4000"));
}

TEST_CASE("report html: in a browser, 7,405 questions and three models are filtered, in a page of at most 15 MB" *
          doctest::test_suite("unsanitized")) {
  const std::string browser = find_browser();
  if (browser.empty()) return;
  const scratch here;
  const std::string page = write_large_page(here);
  if (page.empty()) return;
  CHECK(std::filesystem::file_size(page) <= 15'000'000);
  const json told = run_in_page(browser, here, page, R"js(
const out={},get=id=>document.getElementById(id),count=()=>get("count").textContent;
const set=(id,text)=>{get(id).value=[...get(id).options].find(o=>o.textContent==text).value;
get(id).dispatchEvent(new Event("change",{bubbles:true}))};
out.all=count();set("field0","comparison");out.type=count();set("relation","no prediction");out.unanswered=count();
out.requests=performance.getEntriesByType("resource").map(e=>e.name).filter(n=>!n.startsWith("data:"));
tell(out))js");
  CHECK(told["all"].string() == "7405 of 7405 questions, 1 to 50 shown");
  CHECK(told["type"].string() == "1487 of 7405 questions, 1 to 50 shown");
  CHECK(told["unanswered"].string() == "24 of 7405 questions, 1 to 24 shown");
  CHECK(told["requests"].items().empty());
}
