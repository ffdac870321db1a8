// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Nouns that say whether the subject of "X is a …" is a person. Collected from the first sentences of 25,000
// encyclopedia paragraphs; words that name both (star, double, host) are in neither list.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

enum class life_noun : std::uint8_t {
  unknown,
  person,
  thing,
  lively_thing,  // no date of birth makes it a person: a horse, a ship, a character, a band
};
[[nodiscard]] constexpr bool is_thing(life_noun noun) noexcept {
  return noun == life_noun::thing || noun == life_noun::lively_thing;
}

// Each table is sorted for the search: sorting here would cost every program that includes it compile time.
// clang-format off
inline constexpr std::array<std::string_view, 804> nouns_of_people{
    "abbess", "abbot", "abolitionist", "academic", "academician", "accountant", "activist", "actor", "actress",
    "actuary", "adjutant", "administrator", "admiral", "adventurer", "adviser", "advisor", "advocate", "agent",
    "agriculturalist", "aide", "alchemist", "alderman", "ambassador", "analyst", "anarchist", "anatomist", "anchor",
    "anchorwoman", "animator", "annalist", "announcer", "anthropologist", "antiquarian", "antiquary", "apostle",
    "archaeologist", "archbishop", "archdeacon", "archduchess", "archduke", "archer", "architect", "archivist",
    "aristocrat", "arranger", "artist", "assassin", "astrologer", "astronaut", "astronomer", "athlete", "attendant", "attorney",
    "auditor", "author", "authoress", "autobiographer", "aviator", "ayatollah", "baby", "baker", "ballerina",
    "bandit", "banjoist", "banker", "baritone", "baron", "baroness", "baronet", "barrister", "baseman",
    "bass-baritone", "bassist", "beatboxer", "begum", "benedictine", "bey", "biathlete", "bibliographer",
    "biochemist", "biographer", "biologist", "bishop", "blacksmith", "blogger", "bobsledder", "bodybuilder",
    "bookmaker", "bookseller", "boss", "botanist", "bowler", "boxer", "boy", "boyar", "breeder", "brewer",
    "brigadier", "broadcaster", "broker", "brother", "bureaucrat", "burgess", "businessman", "businessperson",
    "businesswoman", "cabinetmaker", "cameraman", "campaigner", "candidate", "canoeist", "canon", "cantatrice",
    "cantor", "capitalist", "capo", "captain", "cardinal", "caricaturist", "carpenter", "cartographer", "cartoonist",
    "carver", "catcher", "catholicos", "cellist", "centenarian", "centre-back", "ceo", "ceramicist", "ceramist",
    "chairman", "chancellor", "chaplain", "chef", "chemist", "chief", "chieftain", "child", "choreographer",
    "chronicler", "cinematographer", "claimant", "clergyman", "cleric", "clerk", "climber", "clockmaker",
    "co-founder", "coach", "cobbler", "collector", "colonel", "colonist", "columnist", "comedian", "comedienne",
    "comic", "commandant", "commander", "commentator", "commissioner", "composer", "concubine", "conductor",
    "confederate", "congressman", "congresswoman", "conqueror", "conservationist", "conservator", "consort",
    "conspirator", "constable", "consul", "consultant", "contestant", "contralto", "convict", "cook", "cornerback",
    "corporal", "correspondent", "cosmologist", "cosmonaut", "councillor", "counsel", "counselor", "count",
    "counterfeiter", "countertenor", "countess", "courtesan", "courtier", "cousin", "cowboy", "cowgirl", "coxswain",
    "craftsman", "creator", "cricketer", "criminal", "critic", "crooner", "cryptographer", "curator", "curler",
    "cyclist", "dancer", "daughter", "deacon", "dean", "decathlete", "decorator", "deejay", "defenceman", "defender",
    "defenseman", "deputy", "descendant", "designer", "dictator", "diplomat", "director", "disc-jockey", "dissident",
    "diver", "dj", "doctor", "dramatist", "driver", "drummer", "duchess", "duke", "dutchman", "ealdorman", "earl",
    "ecologist", "economist", "editor", "editor-in-chief", "educationalist", "educationist", "educator",
    "egyptologist", "elector", "electress", "emcee", "emir", "emperor", "empress", "enameller", "enforcer",
    "engineer", "englishman", "englishwoman", "engraver", "entertainer", "entomologist", "entrepreneur", "envoy",
    "epidemiologist", "equestrian", "equestrienne", "essayist", "etcher", "ethnographer", "ethnologist", "evangelist",
    "executive", "expert", "explorer", "farmer", "fascist", "fashionista", "father", "favorite", "favourite",
    "feminist", "fencer", "fielder", "fighter", "filmmaker", "financier", "firefighter", "fisherman", "flanker",
    "flautist", "fly-half", "folklorist", "footballer", "forward", "founder", "franciscan", "frank", "freeholder",
    "freemason", "frenchman", "friar", "frontiersman", "frontman", "frontwoman", "fullback", "gallerist", "gangster",
    "gardener", "general", "geneticist", "geographer", "geologist", "geophysicist", "girl", "goalkeeper",
    "goalscorer", "goaltender", "goldsmith", "golfer", "governess", "governor", "grammarian", "granddaughter",
    "grandfather", "grandmaster", "grandmother", "grandson", "guerrilla", "guitarist", "gunfighter", "gunsmith",
    "gymnast", "hacker", "hairdresser", "halfback", "handballer", "harpist", "harpsichordist", "heir", "heiress",
    "heptathlete", "hermit", "highwayman", "historian", "holder", "homemaker", "homesteader", "horticulturist",
    "host", "hostess", "humanist", "humanitarian", "humorist", "hunter", "hurdler", "husband", "hybridizer",
    "hymnist", "hymnwriter", "illustrator", "imam", "immunologist", "impresario", "industrialist", "infant",
    "influencer", "innkeeper", "inspector", "instructor", "instrument-maker", "instrumentalist", "intellectual",
    "inventor", "investor", "irishman", "jazzman", "jesuit", "jeweler", "jockey", "journalist", "judge", "judoka",
    "jumper", "jurist", "justice", "karateka", "kayaker", "keyboardist", "khan", "kickboxer", "kicker", "killer",
    "king", "knight", "laborer", "lady", "laird", "landgrave", "landgravine", "landowner", "lawman", "lawyer",
    "layman", "laywoman", "leader", "lecturer", "left-back", "legislator", "lexicographer", "librarian", "librettist",
    "lieutenant", "limner", "linebacker", "lineman", "linesman", "linguist", "logician", "lord", "lover", "loyalist",
    "luger", "lugist", "lutenist", "luthier", "lyricist", "mafioso", "magician", "magistrate", "magnate", "maharaja",
    "maharani", "majordomo", "man", "manager", "marathoner", "marchioness", "margrave", "mariner", "marksman",
    "marquess", "marquis", "marshal", "martyr", "matador", "mathematician", "matriarch", "mayor", "mechanic",
    "medalist", "medallist", "mediator", "member", "mentor", "mercenary", "merchant", "metallurgist", "metropolitan",
    "mezzo-soprano", "microbiologist", "midfielder", "midwife", "militant", "millionaire", "mineralogist",
    "miniaturist", "minister", "missionary", "mobster", "model", "monarch", "monarchist", "monk", "monsignor",
    "mother", "motorcyclist", "mountaineer", "mufti", "muralist", "murderer", "muse", "musician", "musicologist",
    "mystic", "nanny", "narrator", "nationalist", "native", "naturalist", "naturist", "navigator", "nawab", "nazi",
    "nephew", "neurologist", "neuroscientist", "neurosurgeon", "niece", "noble", "nobleman", "noblewoman", "nominee",
    "notary", "novelist", "nun", "nurse", "nurseryman", "obstetrician", "occultist", "oceanographer", "officer",
    "official", "olympian", "ophthalmologist", "opponent", "orator", "organist", "organizer", "orientalist",
    "ornithologist", "outfielder", "outlaw", "overseer", "pacifist", "painter", "palatine", "paleontologist",
    "pamphleteer", "paralympian", "partisan", "pasha", "pastor", "pathologist", "patriarch", "patriot", "patron",
    "patroness", "pediatrician", "peer", "peeress", "pentathlete", "percussionist", "performer", "person",
    "personality", "pharaoh", "pharmacist", "philanthropist", "philologist", "philosopher", "photographer",
    "photojournalist", "physician", "physicist", "physiologist", "pianist", "pilot", "pioneer", "pirate", "pitcher",
    "planter", "player", "playwright", "poet", "poetess", "policeman", "politician", "pollster", "polymath", "pope",
    "potter", "practitioner", "preacher", "prelate", "premier", "presenter", "president", "priest", "priestess",
    "prince", "princess", "principal", "printer", "printmaker", "prisoner", "privateer", "producer", "professor",
    "programmer", "propagandist", "prophet", "prosecutor", "prospector", "protester", "provost", "pseudonym",
    "psychiatrist", "psychoanalyst", "psychologist", "psychotherapist", "publicist", "publisher", "pundit", "punter",
    "pupil", "puppeteer", "quarterback", "queen", "rabbi", "racer", "racewalker", "raja", "rancher", "ranger", "rani",
    "rapist", "rapper", "rebel", "receiver", "recipient", "rector", "referee", "reformer", "regent", "reporter",
    "representative", "researcher", "revolutionary", "rhetorician", "rider", "right-back", "rower", "royalist",
    "ruler", "runner", "sage", "sailor", "saint", "salesman", "satirist", "saxophonist", "scholar", "schoolmaster",
    "schoolteacher", "scientist", "scotsman", "screenwriter", "scrum-half", "sculptor", "secretary", "seer",
    "seismologist", "senator", "separatist", "sergeant", "serviceman", "settler", "shah", "sharecropper", "sheik",
    "sheikh", "sheriff", "shipbuilder", "shipowner", "shoemaker", "shogun", "shooter", "shortstop", "shot-putter",
    "showgirl", "showman", "sibling", "silversmith", "singer", "singer-songwriter", "sister", "skateboarder",
    "skater", "skier", "skydiver", "slave", "sledder", "smuggler", "sniper", "snowboarder", "socialist", "socialite",
    "sociologist", "soldier", "solicitor", "soloist", "son", "songstress", "songwriter", "soprano", "sorcerer",
    "sovereign", "speedskater", "spokesman", "spokesperson", "sportscaster", "sportsman", "sportsperson",
    "sportswoman", "sprinter", "spy", "statesman", "statistician", "stepdaughter", "stepson", "steward", "stonemason",
    "strategist", "streamer", "striker", "student", "stuntman", "stylist", "suffragette", "suffragist", "sultan",
    "supercentenarian", "supermodel", "surfer", "surgeon", "surveyor", "swimmer", "swordsman", "tailor",
    "tapestry-weaver", "teacher", "technician", "teenager", "televangelist", "tenor", "terrorist", "theologian",
    "theologist", "theoretician", "theorist", "thief", "thrower", "titleholder", "toddler", "tory", "toxicologist",
    "trader", "traitor", "translator", "trapper", "traveler", "traveller", "treasurer", "triathlete", "troubadour",
    "trumpeter", "tsar", "turntablist", "tutor", "tycoon", "tyrant", "umpire", "uncle", "undersecretary", "unionist",
    "vaulter", "ventriloquist", "veteran", "vicar", "vice-president", "viceroy", "victim", "vintner", "violinist",
    "violist", "virologist", "virtuoso", "viscount", "viscountess", "vizier", "vlogger", "vocalist", "voivode",
    "volcanologist", "warlord", "warrior", "watchmaker", "watercolorist", "watercolourist", "weaver", "weightlifter",
    "welshman", "whaler", "whig", "whistleblower", "widow", "wife", "wingback", "winger", "witch", "woman",
    "woodcarver", "wrestler", "writer", "youtuber", "zoologist"};

inline constexpr std::array<std::string_view, 1066> thing_nouns{
    "abbey", "abbreviation", "academy", "accident", "accordion", "acid", "acronym", "act", "adaptation",
    "administration", "aerodrome", "affair", "agency", "agreement", "airbase", "aircraft", "airfield", "airline",
    "airliner", "airplane", "airport", "airshow", "album", "algebra", "algorithm", "alliance", "alloy", "almanac",
    "alphabet", "amendment", "amplifier", "android", "angel", "animal", "anime", "antagonist", "antenna", "anthem",
    "anthology", "apartment", "app", "application", "aquarium", "aqueduct", "arch", "archdiocese", "archipelago",
    "arena", "armistice", "army", "array", "arrondissement", "artefact", "article", "artifact", "ashram",
    "association", "asteroid", "atlas", "atoll", "attack", "attraction", "auditorium", "autobiography", "automobile",
    "avenue", "award", "b-side", "backronym", "bacterium", "bagpipe", "ballad", "ballet", "ballpark", "band", "bank",
    "banknote", "bar", "barangay", "barracks", "base", "basilica", "basin", "battalion", "battery", "battle",
    "battleship", "bay", "beach", "bear", "beer", "beetle", "belief", "beverage", "bible", "bill", "biography",
    "bird", "blockade", "blog", "board-game", "boardgame", "boat", "boiler", "bomber", "bombing", "book", "borough",
    "boulevard", "bowl", "branch", "brand", "bread", "breed", "brewery", "bridge", "brig", "brigade", "broadcast",
    "broadsheet", "broodmare", "brothel", "brotherhood", "browser", "building", "bull", "bungalow", "bureau",
    "butterfly", "cabaret", "cabinet", "cable", "cableway", "cake", "calculus", "caliphate", "camera", "camp",
    "campaign", "campus", "canal", "cantata", "canton", "canyon", "cape", "capital", "car", "card-game", "carol",
    "carousel", "carrier", "cartel", "cartoon", "case", "casino", "castle", "cat", "cathedral", "cave", "ceasefire",
    "cemetery", "census", "census-designated", "center", "centre", "century", "ceremony", "chaconne", "chain",
    "championship", "championships", "channel", "chant", "chapel", "chapter", "character", "charity", "chateau",
    "cheese", "chemical", "chimpanzee", "choir", "church", "château", "cinema", "circuit", "circus", "city",
    "civilization", "clan", "clarinet", "clothing", "club", "coalition", "coast", "coaster", "coat-of-arms",
    "cocktail", "codex", "coin", "collectible", "collection", "college", "colonisation", "colony", "color", "colour",
    "colt", "comedy", "comedy-drama", "comet", "comics", "commission", "committee", "commonwealth", "commune",
    "community", "company", "competition", "compilation", "compiler", "complex", "component", "compound", "computer",
    "comune", "concept", "concert", "concerto", "condition", "condominium", "confederacy", "confederation",
    "conference", "conflict", "conglomerate", "congress", "conservatory", "console", "consortium", "constant",
    "constellation", "constituency", "constitution", "convention", "cooperative", "corporation", "corps", "corvette",
    "cottage", "council", "country", "county", "coup", "course", "court", "cove", "cover", "cow", "crater",
    "creature", "creek", "crisis", "crossing", "cruiser", "crusade", "cultivar", "culture", "cup", "currency",
    "curriculum", "curve", "custom", "cyclone", "dam", "dance", "database", "decade", "degree", "deity", "demo",
    "demon", "denomination", "department", "depot", "derby", "desert", "destroyer", "device", "dialect", "diary",
    "dictionary", "dinosaur", "diocese", "disaster", "discipline", "discography", "discotheque", "disease", "dish",
    "disorder", "distillery", "district", "division", "dock", "doctrine", "documentary", "dog", "doll", "dolphin",
    "dormitory", "draft", "dragon", "drama", "drawing", "dress", "drink", "drive", "drug", "drum", "duchy", "duo",
    "dynamo", "dynasty", "earthquake", "edition", "effect", "election", "electorate", "elegy", "element", "elephant",
    "elevator", "elf", "emblem", "emirate", "empire", "encyclopaedia", "encyclopedia", "engine", "ensemble", "entry",
    "enzyme", "ep", "epic", "epidemic", "epigram", "episode", "epistle", "equation", "era", "eruption", "escalator",
    "essay", "estate", "estuary", "event", "excavation", "exhibition", "expedition", "exposition", "fable", "fabric",
    "facility", "factory", "fair", "fairy-tale", "family", "fanzine", "farce", "farm", "federation", "fern", "ferry",
    "festival", "feud", "file", "filly", "film", "firm", "fish", "flag", "fleet", "flight", "flood", "flower",
    "flute", "folktale", "food", "force", "forename", "forest", "form", "format", "formula", "fort", "fortress",
    "foundation", "fountain", "franchise", "fraternity", "freeway", "freezer", "fresco", "frigate", "frog", "fruit",
    "fugue", "function", "fund", "fungus", "funicular", "furnace", "galaxy", "gallery", "game", "gang", "garden",
    "garment", "gazebo", "gazette", "gelding", "gene", "generation", "genocide", "genre", "genus", "geometry",
    "glacier", "gmina", "god", "goddess", "golf-course", "gorilla", "gospel", "government", "governorate", "grammar",
    "graph", "grass", "grid", "group", "guide", "guitar", "gulf", "gun", "gurdwara", "gymnasium", "haiku", "hall",
    "hamlet", "handbook", "handicap", "harbor", "harbour", "harmonica", "harp", "harpsichord", "hat", "headland",
    "helicopter", "heliport", "herb", "highway", "hill", "hoard", "hoax", "hobbit", "holiday", "homestand", "honour",
    "horror", "horse", "hospital", "hotel", "house", "hurricane", "hybrid", "hymn", "ideology", "incarnation",
    "incident", "infection", "initialism", "initiative", "inn", "inquiry", "inscription", "insect", "installment",
    "instalment", "institute", "institution", "instrument", "insurgency", "insurrection", "interchange", "interview",
    "invasion", "island", "islands", "isle", "islet", "isthmus", "joke", "journal", "junction", "khanate",
    "killer-whale", "kiln", "kind", "kindergarten", "kingdom", "label", "laboratory", "lagoon", "lake", "lander",
    "language", "laptop", "law", "league", "lecture", "legend", "legislature", "lens", "letter", "levee", "library",
    "lighthouse", "limerick", "line", "liner", "lineup", "lion", "list", "lizard", "locality", "lockdown",
    "locomotive", "logic", "logo", "lute", "lyceum", "lyric", "machine", "madrasa", "madrigal", "magazine", "mall",
    "mammal", "mandate", "manga", "manifold", "manor", "mansion", "manual", "manufacturer", "manuscript", "map",
    "marathon", "mare", "marina", "market", "marsh", "mascot", "mass", "massacre", "match", "matrix", "mausoleum",
    "measure", "medal", "medicine", "meeting", "melodrama", "melody", "meme", "memoir", "memorial", "metal", "method",
    "metro", "microscope", "militia", "mill", "mine", "minelayer", "mineral", "minesweeper", "miniseries", "ministry",
    "misconception", "missile", "mission", "mixtape", "monarchy", "monastery", "monkey", "monorail", "monster",
    "monument", "moon", "morphology", "mosque", "moth", "motor", "motorway", "mountain", "mountains", "movement",
    "movie", "municipality", "mural", "museum", "mushroom", "musical", "mutiny", "myth", "name", "nation",
    "nationality", "navy", "nebula", "neighborhood", "neighbourhood", "neologism", "network", "newscast",
    "newsletter", "newspaper", "ngo", "nickname", "nightclub", "non-profit", "nonprofit", "novel", "novella",
    "number", "nunatak", "obelisk", "oblast", "observatory", "occupation", "ocean", "ocean-liner", "ode", "office",
    "olympics", "opera", "operation", "operator", "operetta", "oratorio", "orbiter", "orca", "orchestra",
    "organisation", "organization", "outbreak", "outcrop", "oven", "pact", "page", "pagoda", "painting", "palace",
    "panda", "pandemic", "papyrus", "paradox", "parish", "park", "parliament", "parrot", "party", "path", "pavilion",
    "peak", "peninsula", "people", "performance", "periodical", "persecution", "phenomenon", "philosophy", "phone",
    "phonology", "photograph", "phrase", "piano", "piece", "pier", "pipeline", "pistol", "pitch", "plague", "plain",
    "plan", "planet", "plant", "plantation", "plateau", "platform", "play", "playoff", "podcast", "poem", "poetics",
    "pogrom", "policy", "poll", "polygon", "polyhedron", "polytechnic", "pond", "port", "portrait", "position",
    "practice", "prairie", "precinct", "prefecture", "prequel", "preschool", "presidency", "presidio", "principality",
    "priory", "prison", "prize", "probe", "process", "production", "program", "programme", "project", "proposal",
    "prosody", "protagonist", "protectorate", "protein", "protocol", "proverb", "province", "psalm", "pub",
    "publication", "pueblo", "purana", "purge", "puzzle", "qualifier", "quarry", "quartet", "quintet", "quote",
    "race", "racecourse", "racehorse", "racetrack", "radar", "raid", "railcar", "railroad", "railway", "ranch",
    "range", "rank", "rayon", "reactor", "reality", "rebellion", "recording", "reef", "referendum", "refinery",
    "refrigerator", "regency", "regime", "regiment", "region", "relationship", "release", "relic", "religion",
    "remake", "report", "republic", "reputation", "requiem", "reservation", "reserve", "reservoir", "residence",
    "residency", "resort", "restaurant", "retailer", "revolt", "revolution", "revue", "rhetoric", "rhyme", "ride",
    "ridge", "rifle", "riot", "riots", "rising", "rivalry", "river", "road", "robot", "rocket", "rodeo",
    "roller-coaster", "rollercoaster", "roster", "route", "ruin", "ruins", "saga", "salad", "satellite", "satire",
    "sauce", "saxophone", "scale", "scandal", "scheme", "school", "schooner", "science", "script", "scripture",
    "scroll", "sculpture", "sea", "season", "seat", "sect", "section", "semantics", "semifinal", "seminary", "sequel",
    "sequence", "serial", "series", "sermon", "server", "session", "set", "settlement", "ship", "shipyard", "shoe",
    "shop", "show", "shrine", "shrub", "siege", "simulcast", "single", "sire", "sitcom", "site", "skirmish",
    "skyscraper", "sloop", "smartphone", "snake", "soap", "society", "software", "sonar", "sonata", "song", "sonnet",
    "sorority", "soundtrack", "soup", "spacecraft", "spaceplane", "spaceport", "spaceship", "species", "speech",
    "speedway", "spider", "sport", "squad", "squadron", "stadium", "staging", "stakes", "stallion", "stamp", "state",
    "station", "statue", "steamer", "steamship", "steppe", "stop", "store", "storm", "story", "stove", "strait",
    "stream", "street", "strike", "strip", "studio", "study", "stupa", "style", "subdistrict", "subfamily",
    "subfield", "subgenre", "subject", "submarine", "subsidiary", "subspecies", "suburb", "subway", "suite",
    "sultanate", "summit", "supergroup", "superhero", "supermarket", "supervillain", "surface", "surname", "survey",
    "sutra", "swamp", "symbol", "symphony", "symptom", "synagogue", "syndicate", "syndrome", "syntax", "synthesizer",
    "system", "tablet", "tabloid", "tale", "tanker", "tavern", "team", "technique", "telecast", "telenovela",
    "telescope", "temple", "tenement", "term", "terminal", "territory", "testament", "textbook", "theater", "theatre",
    "theorem", "theory", "thoroughbred", "thriller", "tiger", "title", "tomb", "topic", "topology", "tour",
    "tournament", "tower", "town", "townhouse", "townland", "township", "toy", "track", "trade", "tradition",
    "tragedy", "tragicomedy", "trail", "train", "tram", "translation", "transmitter", "trawler", "treatise", "treaty",
    "tree", "trial", "tribe", "tributary", "trilogy", "trio", "troop", "truce", "truck", "trumpet", "trust",
    "tugboat", "tune", "tunnel", "turbine", "type", "typhoon", "u-boat", "union", "unit", "university", "unrest",
    "upanishad", "uprising", "valley", "variant", "variety", "vector", "veda", "vegetable", "venue", "version",
    "vessel", "viaduct", "video-game", "videogame", "villa", "village", "villain", "violin", "virus", "volcano",
    "volume", "waltz", "war", "ward", "warship", "waterfall", "weapon", "webcomic", "website", "weir", "western",
    "wetland", "whale", "wharf", "windfarm", "wine", "winery", "wing", "word", "woreda", "work", "xylophone", "yacht",
    "yeshiva", "zoo"};

// Things that have a birth, a life or a "she" of their own, or that carry the name of a person.
inline constexpr std::array<std::string_view, 47> lively_things{
    "album", "antagonist", "band", "battleship", "boat", "brig", "carrier", "character", "club", "company", "corvette",
    "cruiser", "cyclone", "deity", "destroyer", "ferry", "film", "frigate", "god", "goddess", "group", "hurricane",
    "liner", "minelayer", "minesweeper", "protagonist", "schooner", "series", "ship", "show", "sloop", "song",
    "steamer", "steamship", "storm", "submarine", "superhero", "supervillain", "tanker", "team", "trawler", "tugboat",
    "typhoon", "u-boat", "vessel", "villain", "yacht"};

// Animals, which are surnames too: "Lone Wolf the Younger".
inline constexpr std::array<std::string_view, 132> animals{
    "alligator", "alpaca", "baboon", "beagle", "bear", "bison", "broodmare", "bull", "bulldog", "bullock", "camel",
    "cat", "chameleon", "cheetah", "chihuahua", "chimp", "chimpanzee", "cockatoo", "collie", "colt", "corgi", "cow",
    "crocodile", "dachshund", "dalmatian", "deer", "doberman", "dog", "dolphin", "donkey", "dromedary", "elephant",
    "elk", "ewe", "filly", "foxhound", "gander", "gelding", "gibbon", "giraffe", "goat", "goose", "gorilla",
    "greyhound", "hamster", "hare", "hedgehog", "heifer", "hen", "hippo", "hippopotamus", "horse", "hound", "husky",
    "iguana", "jaguar", "kangaroo", "kitten", "koala", "labrador", "leopard", "lion", "lioness", "lizard", "llama",
    "macaque", "macaw", "mare", "marmoset", "mastiff", "monkey", "moose", "mule", "octopus", "orangutan", "orca",
    "ostrich", "otter", "owl", "ox", "pacer", "packhorse", "panda", "parrot", "penguin", "pig", "pigeon", "pinscher",
    "pitbull", "pony", "poodle", "porpoise", "pug", "puppy", "python", "rabbit", "raccoon", "racehorse", "ram",
    "reindeer", "retriever", "rhino", "rhinoceros", "rooster", "rottweiler", "schnauzer", "setter", "shark", "sheep",
    "sheepdog", "sire", "snake", "spaniel", "sparrow", "squirrel", "stallion", "standardbred", "steer", "terrier",
    "thoroughbred", "tiger", "tigress", "tomcat", "tortoise", "trotter", "turtle", "walrus", "warhorse", "whale",
    "wolf", "wombat", "zebra"};
// clang-format on

[[nodiscard]] constexpr bool is_animal(std::string_view lower) noexcept {
  return std::binary_search(animals.begin(), animals.end(), lower);
}

/// Returns what a lower-case noun names.
///
/// Shape: a word in neither list names a person if it ends in "-ist", "-ician", "-woman", "-man", "-smith" …
[[nodiscard]] constexpr life_noun life_noun_of(std::string_view lower) noexcept {
  if (std::binary_search(lively_things.begin(), lively_things.end(), lower) || is_animal(lower)) {
    return life_noun::lively_thing;
  }
  if (std::binary_search(thing_nouns.begin(), thing_nouns.end(), lower)) return life_noun::thing;
  if (std::binary_search(nouns_of_people.begin(), nouns_of_people.end(), lower)) return life_noun::person;
  constexpr std::array<std::string_view, 8> endings{"ist",    "ician",    "woman", "man",
                                                    "ologer", "ographer", "smith", "wright"};
  for (const std::string_view ending : endings) {
    if (lower.size() > ending.size() + 2 && lower.ends_with(ending)) return life_noun::person;
  }
  return life_noun::unknown;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
