// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of subject_nouns.hpp.
#pragma once

#include <mhqa/english/subject_nouns.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

// Each table is sorted for the search, and has no word that a table before it, or an ending, tells as well.
// clang-format off
inline constexpr std::string_view nouns_of_people{
    "abbess abbot academic accountant actor actress actuary adjutant administrator admiral adventurer adviser advisor"
    " advocate agent aide ambassador analyst anchor animator announcer antiquarian antiquary apostle archbishop"
    " archdeacon archduchess archduke archer architect aristocrat arranger assassin astronaut astronomer athlete"
    " attendant attorney auditor author authoress aviator ayatollah baby bailiff baker ballerina bandit bandleader banker"
    " baritone baron baroness baronet barrister bass-baritone beatboxer begum benedictine bey biathlete biographer"
    " bishop blogger bobsledder bodybuilder bookmaker bookseller boss bowler boxer boy boyar breeder brewer brigadier"
    " broadcaster broker brother buccaneer bureaucrat burgess businessperson cabinetmaker caliph campaigner candidate"
    " canon cantatrice cantor capo captain cardinal carpenter carver catcher catholicos centenarian centre-back ceo"
    " chancellor chaplain chef chief chieftain child chronicler claimant cleric clerk climber clockmaker co-founder"
    " coach cobbler collector colonel comedian comedienne comic commandant commander commentator commissioner"
    " composer concubine conductor confederate conqueror conservator consort conspirator constable consul consultant"
    " contestant contralto convict cook cornerback corporal correspondent cosmonaut councillor counsel counselor"
    " count counterfeiter countertenor countess courtesan courtier cousin cowboy cowgirl coxswain creator cricketer"
    " criminal critic crooner crusader curator curler czar czarina dancer daughter dauphin deacon dean decathlete"
    " decorator deejay defender delegate deputy descendant designer dictator diplomat director disc-jockey dissident"
    " diver dj doctor driver drummer duchess duke earl ecclesiastic editor editor-in-chief educator elector electress"
    " emcee emir emperor empress enameller enforcer engineer engraver entertainer entrepreneur envoy equestrian"
    " equestrienne etcher executive expert explorer farmer fashionista father favorite favourite fencer fielder"
    " fighter filmmaker financier firefighter flanker fly-half footballer forward founder franciscan frank freeholder"
    " freemason friar fullback gangster gardener general geographer girl goalkeeper goalscorer goaltender golfer"
    " governess governor grammarian granddaughter grandfather grandmaster grandmother grandson guerrilla gunfighter"
    " gymnast hacker hairdresser halfback handballer heir heiress heptathlete hermit heroine historian holder"
    " homemaker homesteader host hostess humanitarian hunter hurdler husband hybridizer hymnwriter illustrator imam"
    " impresario infant influencer innkeeper inspector instructor instrument-maker intellectual inventor investor"
    " jesuit jeweler jockey judge judoka jumper justice karateka kayaker khan kickboxer kicker killer king knight"
    " laborer lady laird landgrave landgravine landowner laureate lawyer leader lecturer left-back legislator"
    " librarian lieutenant limner linebacker lord lover luger luthier mafioso magistrate magnate maharaja maharani"
    " majordomo man manager marathoner marchioness margrave mariner marquess marquis marshal martyr matador matriarch"
    " mayor mechanic mediator member mentor mercenary merchant metropolitan mezzo-soprano midfielder midwife militant"
    " millionaire minister missionary mobster model monarch monk monsignor mother mountaineer mp mufti murderer muse"
    " mystic nanny narrator native navigator nawab nazi nephew neurosurgeon niece noble nominee notary nun nurse"
    " officer official olympian opponent orator organizer outfielder outlaw overseer painter palatine pamphleteer"
    " paralympian partisan pasha pastor patriarch patriot patron patroness peer peeress pentathlete performer person"
    " personality pharaoh philosopher pilot pioneer pirate pitcher planter player poet poetess pollster polymath pope"
    " potter practitioner preacher prelate premier presenter president pretender priest priestess prince princess"
    " principal printer printmaker prisoner privateer producer professor programmer prophet prosecutor prospector"
    " protester provost pseudonym psychoanalyst publisher pundit punter pupil puppeteer quarterback queen rabbi racer"
    " racewalker raja rancher ranger rani rapper rebel receiver recipient rector referee reformer regent registrar reporter"
    " representative researcher revolutionary rider right-back rower ruler runner sage sailor saint scholar"
    " scholastic schoolmaster schoolmistress schoolteacher screenwriter scrum-half sculptor secretary seer senator"
    " sergeant settler shah sharecropper sheik sheikh sheriff shipbuilder shipowner shoemaker shogun shooter"
    " shortstop shot-putter showgirl sibling singer singer-songwriter sister skateboarder skater skier skydiver slave"
    " sledder smuggler sniper snowboarder socialite soldier solicitor son songstress songwriter soprano sorcerer"
    " sovereign speedskater spokesperson sportscaster sportsperson sprinter spy squire stepdaughter stepson steward"
    " stonemason streamer striker student suffragette sultan supercentenarian supermodel surfer surgeon surveyor"
    " swimmer tailor tapestry-weaver teacher teenager tenor theologian thief thrower titleholder toddler tory trader"
    " traitor translator trapper traveler traveller treasurer triathlete troubadour trumpeter tsar tsarina tutor"
    " tycoon tyrant umpire uncle undersecretary usurper vaulter veteran vicar vice-president viceroy victim vintner"
    " virtuoso viscount viscountess vizier vlogger voivode warden warlord warrior watchmaker weaver weightlifter whaler whig"
    " whistleblower widow wife wingback winger witch woman woodcarver wrestler writer youtuber"};

inline constexpr std::string_view thing_nouns{
    "abbey abbreviation academy accident accordion acid acronym act adaptation administration aerodrome affair"
    " agency agreement airbase aircraft airfield airline airliner airplane airport airshow algebra algorithm"
    " alliance alloy almanac alphabet amendment amplifier android angel animal anime antenna anthem anthology"
    " apartment app application aquarium aqueduct arch archdiocese archipelago arena armistice army array"
    " arrondissement artefact article artifact ashram association asteroid atlas atoll attack attraction auditorium"
    " autobiography automobile avenue award b-side backronym bacterium bagpipe ballad ballet ballpark bank banknote"
    " bar barangay barracks base basilica basin battalion battery battle bay beach beer beetle belief beverage bible"
    " bill biography bird blockade blog board-game boardgame boiler bomber bombing book borough boulevard bowl"
    " branch brand bread breed brewery bridge brigade broadcast broadsheet brothel brotherhood browser building"
    " bungalow bureau butterfly cabaret cabinet cable cableway cake calculus caliphate camera camp campaign campus"
    " canal cantata canton canyon cape capital car card-game carol carousel cartel cartoon case casino castle"
    " cathedral cave ceasefire cemetery census census-designated center centre century ceremony chaconne chain"
    " championship championships channel chant chapel chapter charity chateau cheese chemical choir church château"
    " cinema circuit circus city civilization clan clarinet clothing coalition coast coaster coat-of-arms cocktail"
    " codex coin collectible collection college colonisation colony color colour comedy comedy-drama comet comics"
    " commission committee commonwealth commune community competition compilation compiler complex component"
    " compound computer comune concept concert concerto condition condominium confederacy confederation conference"
    " conflict conglomerate congress conservatory console consortium constant constellation constituency"
    " constitution convention cooperative corporation corps cottage council country county coup course court cove"
    " cover crater creature creek crisis crossing crusade cultivar culture cup currency curriculum curve custom dam"
    " dance database decade degree demo demon denomination department depot derby desert device dialect diary"
    " dictionary dinosaur diocese disaster discipline discography discotheque disease dish disorder distillery"
    " district division dock doctrine documentary doll dormitory draft dragon drama drawing dress drink drive drug"
    " drum duchy duo dynamo dynasty earthquake edition effect election electorate elegy element elevator elf emblem"
    " emirate empire encyclopaedia encyclopedia engine ensemble entry enzyme ep epic epidemic epigram episode"
    " epistle equation era eruption escalator essay estate estuary event excavation exhibition expedition exposition"
    " fable fabric facility factory fair fairy-tale family fanzine farce farm federation fern festival feud file"
    " firm fish flag fleet flight flood flower flute folktale food force forename forest form format formula fort"
    " fortress foundation fountain franchise fraternity freeway freezer fresco frog fruit fugue function fund fungus"
    " funicular furnace galaxy gallery game gang garden garment gazebo gazette gene generation genocide genre genus"
    " geometry glacier gmina golf-course gospel government governorate grammar graph grass grid guide guitar gulf"
    " gun gurdwara gymnasium haiku hall hamlet handbook handicap harbor harbour harmonica harp harpsichord hat"
    " headland helicopter heliport herb highway hill hoard hoax hobbit holiday homestand honour horror hospital"
    " hotel house hybrid hymn ideology incarnation incident infection initialism initiative inn inquiry inscription"
    " insect installment instalment institute institution instrument insurgency insurrection interchange interview"
    " invasion island islands isle islet isthmus joke journal junction khanate killer-whale kiln kind kindergarten"
    " kingdom label laboratory lagoon lake lander language laptop law league lecture legend legislature lens letter"
    " levee library lighthouse limerick line lineup list locality lockdown locomotive logic logo lute lyceum lyric"
    " machine madrasa madrigal magazine mall mammal mandate manga manifold manor mansion manual manufacturer"
    " manuscript map marathon marina market marsh mascot mass massacre match matrix mausoleum measure medal medicine"
    " meeting melodrama melody meme memoir memorial metal method metro microscope militia mill mine mineral"
    " miniseries ministry misconception missile mission mixtape monarchy monastery monorail monster monument moon"
    " morphology mosque moth motor motorway mountain mountains movement movie municipality mural museum mushroom"
    " musical mutiny myth name nation nationality navy nebula neighborhood neighbourhood neologism network newscast"
    " newsletter newspaper ngo nickname nightclub non-profit nonprofit novel novella number nunatak obelisk oblast"
    " observatory occupation ocean ocean-liner ode office olympics opera operation operator operetta oratorio"
    " orbiter orchestra organisation organization outbreak outcrop oven pact page pagoda painting palace pandemic"
    " papyrus paradox parish park parliament party path pavilion peak peninsula people performance periodical"
    " persecution phenomenon philosophy phone phonology photograph phrase piano piece pier pipeline pistol pitch"
    " plague plain plan planet plant plantation plateau platform play playoff podcast poem poetics pogrom policy"
    " poll polygon polyhedron polytechnic pond port portrait position practice prairie precinct prefecture prequel"
    " preschool presidency presidio principality priory prison prize probe process production program programme"
    " project proposal prosody protectorate protein protocol proverb province psalm pub publication pueblo purana"
    " purge puzzle qualifier quarry quartet quintet quote race racecourse racetrack radar raid railcar railroad"
    " railway ranch range rank rayon reactor reality rebellion recording reef referendum refinery refrigerator"
    " regency regime regiment region relationship release relic religion remake report republic reputation requiem"
    " reservation reserve reservoir residence residency resort restaurant retailer revolt revolution revue rhetoric"
    " rhyme ride ridge rifle riot riots rising rivalry river road robot rocket rodeo roller-coaster rollercoaster"
    " roster route ruin ruins saga salad satellite satire sauce saxophone scale scandal scheme school science script"
    " scripture scroll sculpture sea season seat sect section semantics semifinal seminary sequel sequence serial"
    " sermon server session set settlement shipyard shoe shop shrine shrub siege simulcast single sitcom site"
    " skirmish skyscraper smartphone soap society software sonar sonata sonnet sorority soundtrack soup spacecraft"
    " spaceplane spaceport spaceship species speech speedway spider sport squad squadron stadium staging stakes"
    " stamp state station statue steppe stop store story stove strait stream street strike strip studio study stupa"
    " style subdistrict subfamily subfield subgenre subject subsidiary subspecies suburb subway suite sultanate"
    " summit supergroup supermarket surface surname survey sutra swamp symbol symphony symptom synagogue syndicate"
    " syndrome syntax synthesizer system tablet tabloid tale tavern technique telecast telenovela telescope temple"
    " tenement term terminal territory testament textbook theater theatre theorem theory thriller title tomb topic"
    " topology tour tournament tower town townhouse townland township toy track trade tradition tragedy tragicomedy"
    " trail train tram translation transmitter treatise treaty tree trial tribe tributary trilogy trio troop truce"
    " truck trumpet trust tune tunnel turbine type union unit university unrest upanishad uprising valley variant"
    " variety vector veda vegetable venue version viaduct video-game videogame villa village violin virus volcano"
    " volume waltz war ward warship waterfall weapon webcomic website weir western wetland wharf windfarm wine"
    " winery wing word woreda work xylophone yeshiva zoo"};

// Things that have a birth, a life or a "she" of their own, or that carry the name of a person.
inline constexpr std::string_view lively_things{
    "album antagonist band barque battleship boat brig brigantine carrier character clipper club company corvette"
    " cruiser cyclone deity"
    " destroyer ferry film frigate god goddess group hurricane ketch lifeboat liner minelayer minesweeper protagonist schooner"
    " series ship show sloop song steamer steamship storm submarine superhero supervillain tanker team trawler"
    " tug tugboat typhoon u-boat vessel villain yacht"};

inline constexpr std::string_view animals{
    "alligator alpaca baboon beagle bear bison broodmare bull bulldog bullock camel cat chameleon cheetah chihuahua"
    " chimp chimpanzee cockatoo collie colt corgi cow crocodile dachshund dalmatian deer doberman dog dolphin donkey"
    " dromedary elephant elk ewe filly foxhound gander gelding gibbon giraffe goat goose gorilla greyhound hamster"
    " hare hedgehog heifer hen hippo hippopotamus horse hound husky iguana jaguar kangaroo kitten koala labrador"
    " leopard lion lioness lizard llama macaque macaw mare marmoset mastiff monkey moose mule octopus orangutan orca"
    " ostrich otter owl ox pacer packhorse panda parrot penguin pig pigeon pinscher pitbull pony poodle porpoise pug"
    " puppy python rabbit raccoon racehorse ram reindeer retriever rhino rhinoceros rooster rottweiler schnauzer"
    " setter shark sheep sheepdog sire snake spaniel sparrow squirrel stallion standardbred steer terrier"
    " thoroughbred tiger tigress tomcat tortoise trotter turtle walrus warhorse whale wolf wombat zebra"};
// clang-format on

// The words between blanks.
[[nodiscard]] inline std::vector<std::string_view> split_nouns(std::string_view words) {
  std::vector<std::string_view> out;
  for (std::size_t from = 0; from <= words.size(); from += out.back().size() + 1) {
    out.push_back(words.substr(from, std::min(words.find(' ', from), words.size()) - from));
  }
  return out;
}

[[nodiscard]] inline bool is_in(const std::vector<std::string_view>& nouns, std::string_view word) noexcept {
  return std::binary_search(nouns.begin(), nouns.end(), word);
}

}  // namespace detail

MHQA_INLINE bool is_animal(std::string_view lower) {
  static const std::vector<std::string_view> known = detail::split_nouns(detail::animals);
  return detail::is_in(known, lower);
}

MHQA_INLINE subject_noun subject_noun_of(std::string_view lower) {
  static const std::vector<std::string_view> people = detail::split_nouns(detail::nouns_of_people),
                                             things = detail::split_nouns(detail::thing_nouns),
                                             lively = detail::split_nouns(detail::lively_things);
  if (detail::is_in(lively, lower) || is_animal(lower)) return subject_noun::lively_thing;
  if (detail::is_in(things, lower)) return subject_noun::thing;
  if (detail::is_in(people, lower)) return subject_noun::person;
  constexpr std::array<std::string_view, 8> endings{"ist",    "ician",    "woman", "man",
                                                    "ologer", "ographer", "smith", "wright"};
  const bool person = std::any_of(endings.begin(), endings.end(), [lower](std::string_view ending) {
    return lower.size() > ending.size() + 2 && lower.ends_with(ending);
  });
  return person ? subject_noun::person : subject_noun::unknown;
}

}  // namespace mhqa::inline v0_1
