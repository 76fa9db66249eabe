import { findConcept, findTeamByInitials, resolveNickname } from './lexicon/lexicon.ts';
import { normalizeText, readOutcomes, splitWords } from './listing-text.ts';
import { areOtherClubs, CLUB_AFFIXES, findClubWords, isDistinguishing, toClubName } from './side-names.ts';
import { toStem } from './word-table.ts';

/** The two sides of a game or match: who wins in the Yes case, and the other side. */
export interface Participants {
  readonly winner: string | null; // a known team's concept, otherwise the words of the name
  readonly loser: string | null; // only when the listing names both outcomes
  readonly isSingleGame: boolean; // the title is about one game, not about a whole contest
  readonly sides: readonly string[]; // both sides of "A vs B" or "A at B"; empty without them
  readonly sport: string | null;
  /** The words of the sides and of the tournament before them: "UFC 320: Tom Aspinall vs Ciryl Gane". */
  readonly sideWords: ReadonlySet<string>;
  readonly sideStems: ReadonlySet<string>;
  readonly sideConcepts: ReadonlySet<string>;
}

/**
 * `winner` is null when title, claim and the venue's name of the outcome do not all name one side: then the outcome is
 * not known.
 */
export function extractParticipants(
  title: string,
  rules: string,
  claim: string,
  sport: string | null,
  outcomeName?: string,
): Participants {
  const outcomes = readOutcomes(rules);
  const isSingleGame =
    (SINGLE_GAME.test(title) && !COURT_CASE.test(title)) ||
    SIDE_OF_TWO.test(title) ||
    (sport === 'soccer' && WINNER_OF_TWO.test(title));
  const stated = findWinner(title, sport) ?? toParticipant(outcomes?.yes, sport);
  const written = isSingleGame ? findSides(title, claim, rules, sport) : NO_SIDES;
  const sides = [written.first, written.second].flatMap((name) => toParticipant(name, sport) ?? []);
  const claimed = isSingleGame ? findClaimedWinner(claim, sport) : null;
  const named = toParticipant(outcomeName === undefined ? undefined : normalizeText(outcomeName), sport);
  const isUnclear = isContradicted(stated, claimed, sides) || isContradicted(stated ?? claimed, named, sides);
  return {
    winner: isUnclear ? null : (stated ?? claimed),
    loser: toParticipant(outcomes?.no, sport),
    isSingleGame,
    sides: sides.length === 2 ? sides : [],
    sport,
    ...readNames(
      [
        written.before,
        ESPORTS_EVENT.exec(title)?.[1],
        written.first,
        written.second,
        outcomes?.yes,
        outcomes?.no,
        WINS_ON_DAY.exec(title)?.[1],
      ],
      sport,
    ),
  };
}

type SideNames = Pick<Participants, 'sideWords' | 'sideStems' | 'sideConcepts'>;

function readNames(texts: readonly (string | undefined)[], sport: string | null): SideNames {
  const words = texts.map((text) => splitWords(text ?? ''));
  const all = [
    ...words.flat().map(({ text }) => text),
    ...(sport === 'soccer' ? texts.flatMap((text) => findClubWords(text ?? '')) : []),
  ];
  const concepts = words.flatMap((some) =>
    some.flatMap((_, at) => {
      const known = findConcept(some, at);
      if (known === null) return [];
      return [resolveNickname(known.concept, sport).id];
    }),
  );
  return { sideWords: new Set(all), sideStems: new Set(all.map(toStem)), sideConcepts: new Set(concepts) };
}

/** The title and the claim name the two different sides of the game. */
function isContradicted(stated: string | null, claimed: string | null, sides: readonly string[]): boolean {
  if (stated === null || claimed === null || isSameParticipant(stated, claimed)) return false;
  const [one, other] = [stated, claimed].map((name) =>
    sides.findIndex((side) => isSameParticipant(side, name)),
  );
  return one !== other && [one, other].every((at) => at !== undefined && at >= 0);
}

interface WrittenSides {
  readonly before: string; // the tournament
  readonly first: string | undefined;
  readonly second: string | undefined;
}
const NO_SIDES: WrittenSides = { before: '', first: undefined, second: undefined };

const SIDES =
  /^(?:Will (?:the )?.+? win (?:the )?|Will (?=.* end in ))?(?:the )?((?:.+: )?)(.+?) (?:vs?\.?|versus|at|@) (?:the )?(.+?)(?=[:?(,]| - | [Ww]inner\b| on | by | end | (?:match|game|fight|bout|series|professional|Dota|CS ?2|Counter-Strike|Valorant|League of Legends|R6|Overwatch|Rocket League|Call of Duty)\b|$)/i;
const CLAIMED_SIDES =
  /\b(?:wins? the|that the|If the|between|game,|match,) (?:the )?([A-Z0-9][^,;:?]{0,40}?) (?:vs\.?|at|and|against) (?:the )?([A-Z0-9][^,;:?]{0,40}?)(?= (?:professional|pro|college|league|soccer|match|game|fight|bout|scheduled|originally|in the|ends?|on|League|Counter|Premier|men|women|M|W|Pro)\b|[,;:?]| \d)/;

/** "Will Anna Silva beat Rosa Costa at UFC 320?" Where no sport is known, the places of an election could be the sides. */
const BEATEN_SIDES =
  /^(?:Will )?(?:the )?([^:]+?) (?:(?:fails? )?to )?(?:beats?|defeats?) (?:the )?([^:]+?)(?= (?:on|in|at|by|for|to|with|during|inside|after) |[:?(,]|$)/i;

/** "Copa Roca Final Winner: Gremio or Santos?" */
const WINNER_OF_TWO = /^([^:?]+ Winner: )(?:the )?([^:?,]+) or (?:the )?([^:?,]+)\?/i;

/** From the title, otherwise from the claim or the first rules. */
function findSides(title: string, claim: string, rules: string, sport: string | null): WrittenSides {
  const named = WINNER_OF_TWO.exec(title);
  if (named !== null) return { before: named[1] ?? '', first: named[2], second: named[3] };
  const beaten = sport === null ? null : BEATEN_SIDES.exec(title);
  if (beaten !== null) return { before: '', first: beaten[1], second: beaten[2] };
  const found = SIDES.exec(title);
  if (found !== null) return { before: found[1] ?? '', first: found[2], second: found[3] };
  const [, first, second] = CLAIMED_SIDES.exec(claim) ?? CLAIMED_SIDES.exec(rules.slice(0, 300)) ?? [];
  return { before: '', first, second };
}

const DRAWN = /\b(?:draws?|ties?|tied|drawn)\b/i;
const CLAIMED =
  /^(?:the )?(.+?) (?:wins?|beats?|defeats?|(?:is|are) (?:officially )?(?:declared )?(?:as )?the winners?)\b/i;

/** The side that the condition for Yes names as the winner: "Denver" of "Denver wins the Denver at Boston game". */
function findClaimedWinner(claim: string, sport: string | null): string | null {
  if (/\b(?:ends?|ended|finish(?:es)?|results?) (?:in|as) an? (?:draw|tie)\b/i.test(claim)) return DRAW;
  const name = CLAIMED.exec(claim)?.[1];
  return name === undefined || name.split(' ').length > 5 ? null : toParticipant(name, sport);
}

/** The outcome of a game that neither side wins. */
export const DRAW = 'draw' as const;

const SINGLE_GAME =
  /\bvs?\.? |\bversus\b|@| at .*\b[Ww]inner\b|\b(?:beats?|defeats?)\b|\bwin (?:against|on 20\d\d-)|\b(?:game|match|fight|bout)\b(?! \d)/;

/** "Will the Supreme Court rule in favor of Murphy in Murphy v. Nolan?" */
const COURT_CASE =
  /\b(?:Supreme Court|SCOTUS|court|appeals?|lawsuit)\b.* v\. | v\. .*\b(?:ruling|court|appeal|lawsuit)\b/i;

/** The tournament and its stage: "LoL: Vega vs Orion (BO3) - LCK Cup Group Stage". */
const ESPORTS_EVENT = / \(BO\d\) - ([^:]+)/;

/** "Miami at Chicago: Chicago". */
const SIDE_OF_TWO = /^([A-Z][^:]*?) at ([A-Z][^:]*?): (?:\1|\2)$/;

/**
 * Whether two names mean the same side: they are equal, or one name contains all words of the other and no further word
 * that distinguishes two teams, such as "State".
 */
export function isSameParticipant(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.includes(':') || other.includes(':') || areOtherClubs(one, other)) return false;
  const [short = [], long = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  if (hasInitialsOf(short, long)) return true;
  return (
    short.every((word) => long.includes(word)) &&
    !long.some((word) => !short.includes(word) && isDistinguishing(word))
  );
}

/** "GWS Giants" and "Greater Western Sydney Giants": it starts with the initials of the words before the others. */
function hasInitialsOf(short: readonly string[], long: readonly string[]): boolean {
  const [initials = '', ...rest] = short;
  const spelled = long.length - rest.length;
  if (rest.length === 0 || spelled < 2 || initials.length !== spelled) return false;
  return (
    rest.every((word, at) => long[spelled + at] === word) &&
    long.slice(0, spelled).every((word, at) => word.startsWith(initials[at] ?? ' '))
  );
}

/** The side named before "beat", after "lose to", before "win A vs B" or as the outcome after the title. */
function findWinner(title: string, sport: string | null): string | null {
  if (/\b(?:ends?|finish(?:es)?|results?) in an? (?:draw|tie)\b/i.test(title)) return DRAW;
  const question =
    /^(?:[^:]+: (?=Will ))?(?:Will )?(?:the )?(.+?) (?:(?:fails? )?to )?(beat|beats|defeat|defeats|win against|lose to|loses to) (?:the )?(.+?)(?: on | in | by |\?|$)/i.exec(
      title,
    );
  if (question !== null)
    return toParticipant(/^lose/i.test(question[2] ?? '') ? question[3] : question[1], sport);
  const onDay = WINS_ON_DAY.exec(title);
  if (onDay !== null) return toParticipant(onDay[1], sport);
  const ofGame = /^Will (?:the )?(.+?) win (?:the )?[^?]*\bv(?:s|ersus)\b/.exec(title);
  if (ofGame !== null) return toParticipant(ofGame[1], sport);
  const outcome = /(?:winner|vs\.?|\bat\b|@).*(?:[?:] ?|\W- ?| -)([A-Z0-9][\w .'&-]+)$/i.exec(title);
  return outcome === null ? null : toParticipant(outcome[1], sport);
}

const WINS_ON_DAY = /^Will (?:the )?(.+?) win on 20\d\d-\d\d-\d\d\?/;

/** Sports with teams whose nicknames are also those of known teams: the Brisbane Broncos play rugby. */
const OTHER_LEAGUES: ReadonlySet<string> = new Set([
  'canadian football',
  'rugby',
  'australian football',
  'lacrosse',
]);

/** A known team's concept, otherwise the words of the name. */
export function toParticipant(text: string | undefined, sport: string | null): string | null {
  if (text === undefined) return null;
  if (DRAWN.test(text) && text.split(' ').length <= 2) return DRAW;
  if (sport === 'soccer') return toClubName(text);
  const written = splitWords(text.replace(/^the /i, ''));
  const words = written.filter((word) => !CLUB_AFFIXES.has(word.text));
  const known = OTHER_LEAGUES.has(sport ?? '') ? null : findConcept(words, 0);
  const isWhole = known?.length === words.length || known?.concept.kind === 'team';
  if (known !== null && isWhole) {
    return resolveNickname(known.concept, sport).id;
  }
  const names = (words.length > 0 ? words : written).map((word) => word.text);
  return findTeamByInitials(names, sport) ?? (names.join(' ') || null);
}
