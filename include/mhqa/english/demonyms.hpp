// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Adjectives that are written like names: of peoples and places ("Irish"), and of religions ("Catholic"). One spelling
// can mean a language, a people or a mere attribute, so a bridge needs its context.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace mhqa::inline v0_1 {

/// "adjective place" in lower case, sorted: adjectives of peoples and the place of each.
// clang-format off
inline constexpr std::array<std::string_view, 122> demonyms{
    "afghan afghanistan", "african africa", "albanian albania", "algerian algeria", "alsatian alsace",
    "american america", "anglo-saxon england", "arab arabia", "arabian arabia", "arabic arabia", "argentine argentina",
    "armenian armenia", "asian asia", "assyrian assyria", "athenian athens", "australian australia",
    "austrian austria", "babylonian babylon", "bavarian bavaria", "belgian belgium", "bohemian bohemia",
    "brazilian brazil", "breton brittany", "british britain", "bulgarian bulgaria", "byzantine byzantium",
    "californian california", "canadian canada", "caribbean caribbean", "catalan catalonia", "chilean chile",
    "chinese china", "colombian colombia", "corsican corsica", "croatian croatia", "cuban cuba", "czech bohemia",
    "danish denmark", "dutch netherlands", "egyptian egypt", "english england", "ethiopian ethiopia",
    "european europe", "filipino philippines", "finnish finland", "flemish flanders", "french france",
    "gaelic scotland", "genoese genoa", "georgian georgia", "german germany", "germanic germany", "greek greece",
    "hebrew israel", "hispanic spain", "hungarian hungary", "icelandic iceland", "indian india",
    "indonesian indonesia", "iranian iran", "iraqi iraq", "irish ireland", "israeli israel", "italian italy",
    "jamaican jamaica", "japanese japan", "jordanian jordan", "kenyan kenya", "korean korea", "kuwaiti kuwait",
    "latin rome", "lebanese lebanon", "libyan libya", "lithuanian lithuania", "macedonian macedonia",
    "malaysian malaysia", "manchu manchuria", "mediterranean mediterranean", "mexican mexico", "mongol mongolia",
    "mongolian mongolia", "moroccan morocco", "netherlandish netherlands", "nigerian nigeria", "nordic scandinavia",
    "norman normandy", "norse scandinavia", "norwegian norway", "ottoman turkey", "pakistani pakistan",
    "palestinian palestine", "persian persia", "peruvian peru", "phoenician phoenicia", "polish poland",
    "portuguese portugal", "prussian prussia", "roman rome", "romanian romania", "russian russia", "saxon saxony",
    "scandinavian scandinavia", "scottish scotland", "serbian serbia", "sicilian sicily", "slavic russia",
    "soviet russia", "spanish spain", "swedish sweden", "swiss switzerland", "syrian syria", "taiwanese taiwan",
    "tatar tartary", "thai thailand", "tibetan tibet", "tunisian tunisia", "turkish turkey", "ukrainian ukraine",
    "venetian venice", "victorian victoria", "vietnamese vietnam", "welsh wales"};
// clang-format on

/// Returns the place of a lower-case adjective; "" for other words.
/// Example: place_of_demonym("irish") == "ireland"; also for compounds that end in one: "north american"
[[nodiscard]] constexpr std::string_view place_of_demonym(std::string_view word) noexcept {
  if (const std::size_t space = word.rfind(' '); space != std::string_view::npos) word.remove_prefix(space + 1);
  const auto adjective = [](std::string_view entry) { return entry.substr(0, entry.find(' ')); };
  const auto at = std::lower_bound(demonyms.begin(), demonyms.end(), word,
                                   [&](std::string_view entry, std::string_view w) { return adjective(entry) < w; });
  return at == demonyms.end() || adjective(*at) != word ? std::string_view{} : at->substr(word.size() + 1);
}

/// Adjectives of religions and political movements, sorted.
inline constexpr std::array<std::string_view, 24> creed_adjectives{
    "anglican",   "buddhist",    "calvinist", "catholic", "christian",    "communist",  "confucian",  "conservative",
    "democratic", "evangelical", "hindu",     "islamic",  "islamist",     "jewish",     "labour",     "liberal",
    "lutheran",   "methodist",   "muslim",    "orthodox", "presbyterian", "protestant", "republican", "socialist"};

/// Returns true if a lower-case word is an adjective that names a religion or a party.
[[nodiscard]] constexpr bool is_creed(std::string_view word) noexcept {
  return std::binary_search(creed_adjectives.begin(), creed_adjectives.end(), word);
}

}  // namespace mhqa::inline v0_1
