// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Forms of English verbs from a table: past_tense("write") is "wrote", third_person("carry") "carries". Words that are
// not in the table have no forms; none are invented.
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Verbs, sorted: the base form and, if irregular or with a doubled last letter, the past and the past participle:
/// "abandon", "write wrote written", "stop stopped stopped".
// clang-format off
inline constexpr std::array<std::string_view, 1706> english_verbs{
    "abandon", "abbreviate", "abdicate", "abet abetted abetted", "abhor abhorred abhorred", "abolish", "absorb",
    "abstain", "abuse", "accelerate", "accept", "access", "acclaim", "accommodate", "accompany", "accomplish",
    "accord", "account", "accredit", "accrue", "accumulate", "accuse", "achieve", "acknowledge", "acquire",
    "acquit acquitted acquitted", "act", "activate", "adapt", "add", "address", "adhere", "adjoin", "adjudge",
    "adjust", "administer", "admire", "admit admitted admitted", "admonish", "adopt", "advance", "advertise",
    "advise", "advocate", "affect", "affirm", "afford", "age", "agree", "aid", "aim", "air", "align", "allege",
    "allocate", "allot allotted allotted", "allow", "ally", "alter", "alternate", "amass", "ambush", "amend",
    "amount", "analyze", "anchor", "anger", "annex", "announce", "annoy", "answer", "anticipate", "appeal", "appear",
    "apply", "appoint", "appreciate", "approach", "appropriate", "approve", "argue", "arise arose arisen", "arm",
    "arrange", "arrest", "arrive", "ascend", "ascribe", "ask", "assassinate", "assemble", "assert", "assess",
    "assign", "assimilate", "assist", "associate", "assume", "assure", "attach", "attack", "attain", "attempt",
    "attend", "attract", "attribute", "auction", "audit", "author", "authorize", "avoid", "await",
    "awake awoke awoken", "award", "back", "balance", "ban banned banned", "baptize",
    "bar barred barred", "base",
    "bat batted batted", "battle", "be was been", "bear bore borne", "beat beat beaten", "become became become",
    "befriend", "beg begged begged", "begin began begun", "behave", "behead", "behold beheld beheld", "believe",
    "belong", "bend bent bent", "benefit", "bequeath", "besiege", "bet bet bet", "betray", "bid bid bid", "bill",
    "bind bound bound", "bite bit bitten", "blame", "blast", "bleed bled bled", "blend", "bless", "block",
    "blockade", "blot blotted blotted", "blow blew blown", "blur blurred blurred", "board", "boast", "boil",
    "bolster", "bomb", "boost", "border", "borrow", "bother", "bounce", "bound", "brag bragged bragged", "branch",
    "brand", "breach", "break broke broken", "breathe", "breed bred bred", "brew", "bribe", "bring brought brought",
    "broadcast broadcast broadcast", "brush", "build built built", "burn", "burst burst burst", "bury",
    "buy bought bought", "bypass", "calculate", "calibrate", "call", "calm", "campaign", "cancel", "canonize",
    "cap capped capped", "capture", "care", "carry", "carve", "cast cast cast", "catch caught caught", "categorize",
    "cause", "caution", "cease", "cede", "celebrate", "censor", "censure", "center", "centre", "certify", "chair",
    "challenge", "change", "channel", "characterize", "charge", "charter", "chase", "chat chatted chatted", "check",
    "cheer", "chew", "choose chose chosen", "chop chopped chopped", "choreograph", "circulate", "cite", "claim",
    "clap clapped clapped", "clarify", "clash", "class", "classify", "clean", "clear", "climb", "clinch",
    "cling clung clung", "clip clipped clipped", "close", "coach", "codify", "coil", "coin", "coincide",
    "collaborate", "collapse", "collect", "collide", "colonize", "color", "colour", "combat", "combine",
    "come came come", "command", "commemorate", "commence", "comment", "commission", "commit committed committed",
    "communicate", "compare", "compel compelled compelled", "compensate", "compete", "compile", "complain",
    "complete", "complicate", "compose", "compound", "compress", "comprise", "compromise", "compute", "conceal",
    "concede", "conceive", "concentrate", "concern", "conclude", "concur concurred concurred", "condemn", "condense",
    "conduct", "confer conferred conferred", "confess", "confine", "confirm", "conflict", "conform", "confront",
    "confuse", "congratulate", "connect", "conquer", "consecrate", "consent", "conserve", "consider", "consist",
    "consolidate", "constitute", "constrain", "construct", "consult", "consume", "contact", "contain", "contend",
    "contest", "continue", "contract", "contradict", "contrast", "contribute", "control controlled controlled",
    "convene", "converge", "convert", "convey", "convict", "convince", "cook", "cool", "cooperate", "coordinate",
    "cop copped copped", "cope", "copy", "correct", "correlate", "correspond", "corrupt", "cost cost cost", "count",
    "counter", "counteract", "couple", "cover", "cram crammed crammed", "crash", "create", "credit",
    "creep crept crept", "criticise", "criticize", "crop cropped cropped", "cross", "crowd", "crown", "crush", "cry",
    "crystallize", "culminate", "cultivate", "curb", "cure", "curse", "curtail", "cut cut cut", "cycle",
    "dam dammed dammed", "damage", "dance", "dare", "date", "deal dealt dealt", "debate", "debut", "decay", "decide",
    "declare", "decline", "decode", "decorate", "decrease", "dedicate", "deem", "deepen", "defeat", "defect",
    "defend", "defer deferred deferred", "define", "deform", "defy", "delay", "delegate", "delete", "deliver",
    "demand", "demolish", "demonstrate", "denote", "denounce", "deny", "depart", "depend", "depict", "deplete",
    "deploy", "depose", "deposit", "derive", "descend", "describe", "desert", "deserve", "design", "designate",
    "desire", "despise", "destroy", "detach", "detail", "detect", "deter deterred deterred", "deteriorate",
    "determine", "devastate", "develop", "devise", "devolve", "devote", "devour", "diagnose", "dictate", "die",
    "differ", "differentiate", "diffuse", "dig dug dug", "digest", "digitize", "diminish", "dip dipped dipped",
    "direct", "disable", "disagree", "disappear", "disappoint", "disband", "discard", "discharge", "disclose",
    "discontinue", "discount", "discourage", "discover", "discredit", "discriminate", "discuss", "disestablish",
    "disguise", "dislike", "dismiss", "dispatch", "dispel dispelled dispelled", "dispense", "disperse", "displace",
    "display", "dispose", "dispute", "disqualify", "disrupt", "disseminate", "dissolve",
    "distil distilled distilled", "distinguish", "distort", "distribute", "disturb", "diverge", "diversify",
    "divert", "divide", "divorce", "do did done", "dock", "document", "dominate", "donate", "doom",
    "dot dotted dotted", "double", "doubt", "download", "draft", "drag dragged dragged", "drain", "draw drew drawn",
    "dredge", "dress", "drift", "drink drank drunk", "drip dripped dripped", "drive drove driven",
    "drop dropped dropped", "drown", "drum drummed drummed", "dub dubbed dubbed", "duplicate", "dwell", "earn", "ease",
    "eat ate eaten", "echo", "edit", "educate", "effect", "elect", "elevate", "elicit", "eliminate", "elude",
    "emanate", "embark", "embed embedded embedded", "embody", "embrace", "emerge", "emigrate",
    "emit emitted emitted", "emphasize", "employ", "empower", "empty", "emulate", "enable", "enact", "encircle",
    "enclose", "encode", "encompass", "encounter", "encourage", "encrypt", "end", "endanger", "endorse", "endure",
    "energize", "enforce", "engage", "engineer", "engulf", "enhance", "enjoy", "enlarge", "enlist", "enrich",
    "enrol enrolled enrolled", "enroll", "ensue", "ensure", "entail", "enter", "entertain", "entitle", "envision",
    "equal", "equip equipped equipped", "erase", "erect", "erode", "erupt", "escalate", "escape", "escort",
    "establish", "estimate", "evacuate", "evade", "evaluate", "evaporate", "evolve", "exacerbate", "exaggerate",
    "examine", "exceed", "excel excelled excelled", "exchange", "exclude", "excommunicate", "execute", "exempt",
    "exercise", "exert", "exhaust", "exhibit", "exile", "exist", "expand", "expect", "expedite",
    "expel expelled expelled", "experience", "experiment", "expire", "explain", "explode", "exploit", "explore",
    "export", "expose", "express", "extend", "extol extolled extolled", "extract", "extrapolate", "face",
    "facilitate", "fade", "fail", "fake", "fall fell fallen", "fan fanned fanned", "fashion", "fast", "favor",
    "favour", "fear", "feature", "federate", "feed fed fed", "feel felt felt", "fertilize", "fight fought fought",
    "figure", "file", "fill", "film", "finance", "find found found", "finish", "fire", "fish", "fit fitted fitted",
    "fix", "flag flagged flagged", "flank", "flap flapped flapped", "flatten", "flee fled fled", "fling flung flung",
    "flip flipped flipped", "float", "flood", "flop flopped flopped", "flourish", "flow", "flush", "fly flew flown",
    "focus", "fold", "follow", "forbid forbade forbidden", "force", "forego forewent foregone",
    "foresee foresaw foreseen", "forest", "forge", "forget forgot forgotten", "forgive forgave forgiven", "form",
    "formalize", "format formatted formatted", "formulate", "fortify", "forward", "foster", "found", "fracture",
    "frame", "free", "freeze froze frozen", "frighten", "frustrate", "fuel", "fulfil fulfilled fulfilled", "fulfill",
    "fumble", "function", "fund", "furnish", "fuse", "gag gagged gagged", "gain", "gallop", "gather", "gaze",
    "generalize", "generate", "get got gotten", "give gave given", "glorify", "go went gone", "govern",
    "grab grabbed grabbed", "graduate", "grant", "grasp", "graze", "greet", "grin grinned grinned",
    "grind ground ground", "grip gripped gripped", "gross", "group", "grow grew grown", "guarantee", "guard",
    "guess", "guide", "hail", "halt", "hamper", "handicap handicapped handicapped", "handle", "hang hung hung",
    "happen", "harass", "harm", "harness", "harvest", "hasten", "hatch", "hate", "haul", "haunt", "have had had",
    "head", "headline", "heal", "hear heard heard", "heat", "heed", "help", "herald", "hesitate", "hide hid hidden",
    "highlight", "hinder", "hint", "hire", "hit hit hit", "hold held held", "honor", "honour", "hop hopped hopped",
    "hope", "host", "house", "hug hugged hugged", "hum hummed hummed", "hunt", "hurry", "hurt hurt hurt",
    "hypothesize", "identify", "ignite", "ignore", "illuminate", "illustrate", "imagine", "immigrate", "impact",
    "impair", "impeach", "implement", "implicate", "imply", "import", "impose", "impress", "imprison", "improve",
    "improvise", "inaugurate", "include", "incorporate", "increase", "incur incurred incurred", "indicate", "induce",
    "industrialize", "infect", "infer inferred inferred", "inflame", "inflict", "influence", "inform", "infringe",
    "ingest", "inhabit", "inherit", "inhibit", "initiate", "injure", "inlay inlaid inlaid", "innovate", "inscribe",
    "insert", "insist", "inspect", "inspire", "install", "instigate", "instil instilled instilled", "institute",
    "instruct", "integrate", "intend", "intensify", "interact", "intercept", "interest", "interfere", "interpret",
    "interrupt", "intersect", "intertwine", "intervene", "interview", "introduce", "invade", "invent", "invert",
    "invest", "investigate", "invite", "invoke", "involve", "isolate", "issue", "jail", "jam jammed jammed",
    "jog jogged jogged", "join", "jot jotted jotted", "journey", "judge", "jump", "justify", "keep kept kept",
    "kick", "kidnap kidnapped kidnapped", "kill", "kiss", "kneel knelt knelt", "knight", "knit knitted knitted",
    "knock", "knot knotted knotted", "know knew known", "label", "lack", "lag lagged lagged", "lament", "land",
    "lap lapped lapped", "last", "laugh", "launch", "lay laid laid", "lead led led", "leak", "lean", "leap", "learn",
    "lease", "leave left left", "lecture", "legalize", "legislate", "legitimize", "lend lent lent", "lengthen",
    "lessen", "let let let", "level", "liberate", "license", "lie lay lain", "lift", "light lit lit", "lighten",
    "like", "limit", "line", "link", "list", "listen", "live", "load", "loan", "lobby", "locate", "lock",
    "log logged logged", "look", "loom", "lose lost lost", "love", "lower", "lure", "maintain", "make made made",
    "man manned manned", "manage", "mandate", "manifest", "manipulate", "manufacture", "map mapped mapped",
    "mar marred marred", "march", "mark", "market", "marry", "massacre", "master", "mat matted matted", "match",
    "mate", "mature", "maximize", "mean meant meant", "measure", "mediate", "meet met met", "melt", "memorize",
    "mention", "mentor", "merge", "metamorphose", "migrate", "mind", "mine", "minimize", "mislead misled misled",
    "miss", "mistake mistook mistaken", "mix", "mob mobbed mobbed", "mobilize", "mock", "model", "modify", "monitor",
    "mop mopped mopped", "motivate", "mount", "mourn", "move", "mow mowed mown", "mug mugged mugged", "multiply",
    "murder", "mutate", "nag nagged nagged", "name", "nap napped napped", "narrate", "narrow", "necessitate", "need",
    "neglect", "negotiate", "neighbor", "net netted netted", "neutralize", "nickname", "nod nodded nodded",
    "nominate", "note", "notice", "notify", "number", "nurture", "obey", "object", "oblige", "observe", "obsess",
    "obstruct", "obtain", "occupy", "occur occurred occurred", "offer", "officiate", "offset offset offset",
    "omit omitted omitted", "ooze", "open", "operate", "oppose", "oppress", "opt opted opted", "orbit", "ordain",
    "order", "organise", "organize", "orient", "originate", "oscillate", "oust", "outfit outfitted outfitted",
    "outgrow outgrew outgrown", "outline", "outnumber", "outrun outran outrun", "outsell outsold outsold",
    "outweigh", "overcome overcame overcome", "overhear overheard overheard", "overlap overlapped overlapped", "overlook",
    "override overrode overridden", "overrun overran overrun", "oversee oversaw overseen", "overstate",
    "overtake overtook overtaken", "overthrow overthrew overthrown", "overwhelm", "overwrite overwrote overwritten",
    "owe", "own", "oxidize", "pack", "pad padded padded", "paint", "pair", "pardon", "park",
    "partake partook partaken", "participate", "partner", "pass", "pat patted patted", "patent",
    "patrol patrolled patrolled", "patronize", "pause", "pave", "pay paid paid", "peak", "peg pegged pegged",
    "penetrate", "perceive", "perform", "perish", "permit permitted permitted", "persecute", "persist", "persuade",
    "pertain", "petition", "phase", "photograph", "pick", "pilot", "pin pinned pinned", "pinch", "pioneer",
    "pit pitted pitted", "place", "plague", "plan planned planned", "plant", "play", "plead", "please", "pledge",
    "plot plotted plotted", "plug plugged plugged", "plunder", "point", "poison", "police", "poll", "pollute",
    "pop popped popped", "popularize", "populate", "portray", "pose", "position", "possess", "post", "postpone",
    "pour", "power", "practice", "practise", "praise", "pray", "preach", "precede", "precipitate", "preclude",
    "predate", "predict", "prefer preferred preferred", "premiere", "prepare", "prescribe", "present", "preserve",
    "preside", "press", "pressure", "pressurize", "presume", "prevail", "prevent", "price", "print", "prioritize",
    "privatize", "proceed", "process", "proclaim", "prod prodded prodded", "produce", "profess", "profit",
    "program programmed programmed", "progress", "prohibit", "project", "prolong", "promise", "promote", "prompt",
    "promulgate", "pronounce", "prop propped propped", "propel propelled propelled", "propose", "prosecute",
    "prosper", "protect", "protest", "prove proved proven", "provide", "provoke", "publicize", "publish", "pull",
    "pump", "punish", "purchase", "purge", "purify", "pursue", "push", "put put put", "qualify", "quantify",
    "question", "quit quit quit", "quote", "race", "raid", "rain", "raise", "range", "rank", "rap rapped rapped",
    "rape", "rate", "ratify", "ration", "ravage", "raze", "reach", "react", "read read read", "reaffirm", "realise",
    "realize", "reappear", "reapply", "rearrange", "reason", "reassign", "reassure", "rebel rebelled rebelled",
    "rebrand", "rebuild rebuilt rebuilt", "rebut rebutted rebutted", "recall", "recant", "recap recapped recapped",
    "recast recast recast", "receive", "reciprocate", "recite", "recognise", "recognize", "recommend", "reconcile",
    "reconquer", "reconstruct", "record", "recount", "recover", "recreate", "recruit", "recur recurred recurred",
    "recycle", "redeem", "redistribute", "redo redid redone", "reduce", "refer referred referred", "reference",
    "refine", "reflect", "reform", "refrain", "refurbish", "refuse", "refute", "regain", "regard", "regenerate",
    "register", "regret regretted regretted", "regulate", "reign", "reimburse", "reinforce", "reinstate",
    "reintroduce", "reissue",
    "reject", "rejoin", "relate", "relax", "release", "relegate", "relieve", "relinquish", "relocate", "rely",
    "remain", "remake remade remade", "remark", "remedy", "remember", "remind", "remit remitted remitted", "remove",
    "rename", "render", "renew", "renounce", "renovate", "rent", "reopen", "reorganize", "repair", "repeat",
    "repel repelled repelled", "replace", "replicate", "reply", "report", "represent", "reproduce", "republish",
    "repudiate", "request", "require", "rerun reran rerun", "rescue", "research", "resell resold resold", "resemble",
    "reserve", "reset reset reset", "reside", "resign", "resist", "resolve", "resort", "respect", "respond", "rest",
    "restart", "restore", "restrain", "restrict", "result", "resume", "resurrect", "retain", "retake retook retaken",
    "retell retold retold", "retire", "retract", "retreat", "retrieve", "return", "reunite", "revamp", "reveal",
    "revere", "reverse", "revert", "review", "revise", "revive", "revoke", "revolt", "revolve", "reward",
    "rewrite rewrote rewritten", "rid ridded ridded", "ride rode ridden", "rig rigged rigged", "ring rang rung",
    "rip ripped ripped", "rise rose risen", "risk", "roam", "rob robbed robbed", "roll", "roof", "rot rotted rotted",
    "rotate", "round", "rub rubbed rubbed", "ruin", "rule", "run ran run", "rush", "sabotage", "sack", "sacrifice",
    "sail", "salute", "sample", "sanction", "sap sapped sapped", "satisfy", "saturate", "save", "saw sawed sawn",
    "say said said", "scale", "scan scanned scanned", "scare", "scatter", "schedule", "school", "score",
    "scrap scrapped scrapped", "scream", "scrub scrubbed scrubbed", "scrutinize", "sculpt", "seal", "search", "seat",
    "secede", "secure", "see saw seen", "seek sought sought", "seem", "segregate", "seize", "select",
    "sell sold sold", "send sent sent", "sense", "sentence", "separate", "serialize", "serve", "set set set",
    "settle", "sever", "sew sewed sewn", "shake shook shaken", "shape", "share", "sharpen", "shave",
    "shed shed shed", "shelter", "shelve", "shift", "shine shone shone", "ship shipped shipped", "shock",
    "shoot shot shot", "shop shopped shopped", "shorten", "shout", "show showed shown", "showcase",
    "shred shredded shredded", "shrink shrank shrunk", "shrug shrugged shrugged", "shun shunned shunned", "shut shut shut", "sign",
    "signal", "signify", "simplify", "simulate", "sing sang sung", "sink sank sunk", "sip sipped sipped",
    "sit sat sat", "situate", "skip skipped skipped", "slam slammed slammed", "slap slapped slapped", "slaughter",
    "slay slew slain", "sleep slept slept", "slice", "slide slid slid", "sling slung slung", "slip slipped slipped",
    "slow", "smell", "smoke", "smuggle", "snap snapped snapped", "soak", "sob sobbed sobbed", "solve", "sort",
    "sound", "sow sowed sown", "space", "spark", "spawn", "speak spoke spoken", "spearhead", "specialize", "specify",
    "speculate", "spell", "spend spent spent", "spill", "spin spun spun", "split split split", "spoil", "sponsor",
    "spot spotted spotted", "spread spread spread", "spring sprang sprung", "spur spurred spurred",
    "squat squatted squatted", "stab stabbed stabbed", "stabilize", "stack", "staff", "stag stagged stagged",
    "stage", "stagnate", "stain", "stand stood stood", "star starred starred", "stare", "start", "starve", "state",
    "station", "stay", "steal stole stolen", "steer", "stem stemmed stemmed", "step stepped stepped",
    "stick stuck stuck", "stimulate", "sting stung stung", "stipulate", "stir stirred stirred",
    "stop stopped stopped", "store", "straddle", "straighten", "strain", "strand", "strap strapped strapped",
    "stream", "strengthen", "stress", "stretch", "stride strode stridden", "strike struck struck",
    "string strung strung", "strip stripped stripped", "strive strove striven", "structure", "struggle", "study",
    "stun stunned stunned", "style", "subdivide", "subdue", "subject", "submerge", "submit submitted submitted",
    "subscribe", "substitute", "succeed", "sue", "suffer", "suffice", "suggest", "suit", "sum summed summed",
    "summarize", "summon", "supersede", "supervise", "supplant", "supplement", "supply", "support", "suppose",
    "suppress", "surge", "surpass", "surrender", "surround", "survey", "survive", "suspect", "suspend", "sustain",
    "swallow", "swap swapped swapped", "swear swore sworn", "sweep swept swept", "swell swelled swollen",
    "swim swam swum", "swing swung swung", "switch", "symbolize", "sympathize", "syndicate", "synthesize",
    "systematize", "tackle", "tag tagged tagged", "tailor", "take took taken", "talk", "tan tanned tanned",
    "tap tapped tapped", "target", "task", "taste", "tax", "teach taught taught", "team", "tear tore torn",
    "telecast", "televise", "tell told told", "tend", "term", "terminate", "test", "testify", "thank", "theorize",
    "thin thinned thinned", "think thought thought", "threaten", "thrive", "throw threw thrown",
    "thrust thrust thrust", "tie", "tighten", "time", "tip tipped tipped", "title", "tolerate", "top topped topped",
    "toss", "total", "touch", "tour", "trace", "track", "trade", "trail", "train", "transcribe",
    "transfer transferred transferred", "transform", "transition", "translate", "transmit transmitted transmitted",
    "transplant", "transport", "trap trapped trapped", "travel", "traverse",
    "tread trod trodden", "treat", "trek trekked trekked", "trigger", "trim trimmed trimmed", "trip tripped tripped",
    "triumph", "trouble", "trust", "try", "tune", "turn", "type", "undergo underwent undergone",
    "underlie underlay underlain", "undermine", "underpin underpinned underpinned",
    "understand understood understood", "undertake undertook undertaken", "undo undid undone", "unfold", "unify",
    "unite", "unleash", "unplug unplugged unplugged", "unveil", "unzip unzipped unzipped", "update", "upgrade",
    "uphold upheld upheld", "upset upset upset", "urge", "use", "usurp", "utilize", "vacate", "validate", "value",
    "vanish", "vary", "venture", "verify", "veto", "view", "violate", "visit", "visualize", "voice", "volunteer",
    "vote", "vow", "wag wagged wagged", "wage", "wait", "waive", "wake woke woken", "walk", "want", "warm", "warn",
    "wash", "waste", "watch", "water", "weaken", "wear wore worn", "weave wove woven", "weep wept wept", "weigh",
    "weight", "welcome", "weld", "whip whipped whipped", "widen", "wield", "win won won", "wind wound wound", "wipe",
    "wish", "withdraw withdrew withdrawn", "withhold withheld withheld", "withstand withstood withstood", "witness",
    "wonder", "work", "worry", "worsen", "worship", "wrap wrapped wrapped", "wreck", "write wrote written", "yield",
    "zap zapped zapped", "zip zipped zipped"};
// clang-format on

namespace detail {

[[nodiscard]] constexpr std::string_view field_of(std::string_view entry, std::size_t n) noexcept {
  for (; n != 0; --n) {
    const std::size_t space = entry.find(' ');
    if (space == std::string_view::npos) return {};
    entry.remove_prefix(space + 1);
  }
  return entry.substr(0, entry.find(' '));
}

// Returns the entry of a base form, or "" for a word that is not in the list.
[[nodiscard]] constexpr std::string_view verb_entry(std::string_view base) noexcept {
  // A space sorts before every letter, so whole entries are in the order of their bases.
  const auto at = std::lower_bound(english_verbs.begin(), english_verbs.end(), base);
  return at == english_verbs.end() || field_of(*at, 0) != base ? std::string_view{} : *at;
}

// The pasts (n = 1) or the past participles (n = 2) of the irregular verbs, sorted.
[[nodiscard]] std::vector<std::string_view> irregular_forms(std::size_t n);

}  // namespace detail

/// Returns true if a lower-case word is the base form of a verb in the table.
/// Example: is_verb("write"), !is_verb("wrote"), !is_verb("dynasty")
[[nodiscard]] constexpr bool is_verb(std::string_view word) noexcept {
  constexpr std::string_view again{"re-"};  // "re-assign"
  if (word.starts_with(again)) word.remove_prefix(again.size());
  return !detail::verb_entry(word).empty();
}

/// Returns the past tense of a verb in the table.
///
/// Undefined: a word that is not in the table -> nothing
/// Example:   past_tense("write") == "wrote", past_tense("marry") == "married", !past_tense("dynasty")
[[nodiscard]] std::optional<std::string> past_tense(std::string_view base);

/// Returns the past participle of a verb in the table.
/// Example: past_participle("write") == "written"
[[nodiscard]] std::optional<std::string> past_participle(std::string_view base);

/// Returns the third person singular of a verb in the table.
/// Example: third_person("cross") == "crosses", third_person("carry") == "carries"
[[nodiscard]] std::optional<std::string> third_person(std::string_view base);

/// Returns true if a lower-case word is the past tense of a verb in the table.
/// Example: is_past_tense("wrote"), is_past_tense("married"), !is_past_tense("dynastied")
[[nodiscard]] bool is_past_tense(std::string_view word);

/// Returns true if a lower-case word is the past participle of a verb in the table.
/// Example: is_past_participle("written"), is_past_participle("built"), !is_past_participle("wrote")
[[nodiscard]] bool is_past_participle(std::string_view word);

/// Returns true if a lower-case word is the -ing form of a verb in the table.
/// Example: is_present_participle("writing"), !is_present_participle("king")
[[nodiscard]] bool is_present_participle(std::string_view word);

/// Returns true if a lower-case word is the third person singular of a verb in the table.
/// Example: is_third_person("crosses"), !is_third_person("rivers")
[[nodiscard]] bool is_third_person(std::string_view word);

/// Returns true if a lower-case word may be a finite verb with a singular subject: a past tense or third person.
/// Example: is_finite_form("crosses"), is_finite_form("wrote"), !is_finite_form("river")
[[nodiscard]] bool is_finite_form(std::string_view word);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/verb_forms.ipp>
#endif
