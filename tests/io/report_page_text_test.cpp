// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/report_page_text.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>

using namespace mhqa::io;

TEST_CASE("report_page_text: nothing asks the network, and nothing ends its element early") {
  for (const std::string_view text : {page_text::style, page_text::script}) {
    for (const std::string_view part : {"</", "fetch(", "XMLHttpRequest", "import", "@import", "url(", "innerHTML"}) {
      CAPTURE(part);
      CHECK(text.find(part) == std::string_view::npos);
    }
    std::size_t addresses = 0;
    for (std::size_t at = text.find("http"); at != std::string_view::npos; at = text.find("http", at + 1)) {
      CHECK(text.substr(at).starts_with("http://www.w3.org/2000/svg"));  // a name, which no browser loads
      ++addresses;
    }
    CHECK(addresses <= 1);
  }
}
