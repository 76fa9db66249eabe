import { readCountLine } from './count-lines.ts';
import { readExactScore } from './exact-scores.ts';
import type { ListingFacts } from './extract.ts';
import { readFightResult } from './fight-results.ts';
import { readGameEvent } from './game-events.ts';
import {
  findPaidClause,
  type GameLine,
  isOfBothSides,
  isPartOfGame,
  readLineBound,
  toSides,
} from './line-bounds.ts';
import { readOutcomes } from './listing-text.ts';
import { readMarginRange } from './margin-ranges.ts';
import { readPartResult } from './part-results.ts';
import { toParticipant } from './participants.ts';
import { readPartOfGame } from './parts-of-games.ts';
import { readOnce } from './read-once.ts';
import { readSeriesLine } from './series-lines.ts';
import { readTeamTotal } from './team-totals.ts';
import { readWrittenLine } from './written-lines.ts';

/**
 * Reads a title that has exactly one of the forms below and nothing else, so that the line of a half or of a player is
 * not read. Null also when the condition for Yes states another side or number than the title.
 */
export const readGameLine = readOnce((facts): GameLine | null => {
  const ofResult =
    readPartResult(facts) ?? readSeriesLine(facts) ?? readFightResult(facts) ?? readGameEvent(facts);
  if (ofResult !== null) return ofResult;
  const ofPart = readPartOfGame(facts);
  if (ofPart === 'unclear') return null;
  if (ofPart === null) return readWholeLine(facts);
  const line = readWholeLine(ofPart.facts);
  return line === null ? null : { ...line, part: ofPart.part };
});

function readWholeLine(facts: ListingFacts): GameLine | null {
  if (!LINE.test(facts.normalTitle))
    return (
      readGoalCount(facts) ??
      readBothScore(facts) ??
      readDistance(facts) ??
      readTeamTotal(facts) ??
      readExactScore(facts) ??
      readCountLine(facts) ??
      readMarginRange(facts) ??
      readWrittenLine(facts)
    );
  return (
    readWrittenMargin(facts) ??
    readNamedSpread(facts) ??
    readTotal(facts) ??
    readTeamTotal(facts) ??
    readCountLine(facts) ??
    readWrittenLine(facts)
  );
}

/** The named parts of a sentence that says what is paid: `paid`, `winner`, `least`, `unit`. */
type Payment = Readonly<Record<string, string | undefined>>;

/** The first of the forms of payment in the rules. Null also where its sentence is about a part of the game. */
function findPayment(forms: readonly RegExp[], rules: string): Payment | null {
  for (const form of forms) {
    const found = form.exec(rules);
    if (found === null) continue;
    const sentence = /^(?:[^.]|\.\d)*/.exec(rules.slice(found.index))?.[0] ?? '';
    return isPartOfGame(sentence) ? null : (found.groups ?? {});
  }
  return null;
}

/** In each of the forms; most titles have neither. */
const LINE = /\d\.5\b/;

/** What a title may say before the sides. */
const BEFORE = '(?:(?:Game \\d|Full Game|[A-Z][\\w .\\x27-]{0,40}): )?';
const WRITTEN_MARGIN = new RegExp(
  `^${BEFORE}(.+?) (?:at|vs\\.?) ([^:]+?):(?: (?:(?:Point |Goal )?Spread|Run Line|Puck Line|Winning Margin)\\??:)? (?:(?:Full Game|Reg(?:ulation)? Time): )?([^:]+?) wins by (?:over|more than) (\\d+\\.5) (points|goals|runs)(?: scored)?\\??$`,
  'i',
);
const CLAIMED_MARGINS: readonly RegExp[] = [
  /^(?:the )?(.+?) wins (?:the .+ )?by (?:over|more than) (\d+\.5) (?:points|goals|runs) in the .+ (?:game|match|soccer)\b/i,
  /^(?:the )?(.+?) wins the .+ (?:game|match) .*by (?:over|more than) (\d+\.5) (?:points|goals|runs)$/i,
  /^(?:the )?(.+?) wins by (?:over|more than) (\d+\.5) (?:points|goals|runs) in the (?!first|second).+ (?:game|match)\b/i,
];

/** Of "Miami at Chicago: Spread: Chicago wins by over 3.5 points". */
function readWrittenMargin(facts: ListingFacts): GameLine | null {
  const [, first, second, winner, line, unit = ''] = WRITTEN_MARGIN.exec(facts.normalTitle) ?? [];
  const [, claimedWinner, claimedLine] =
    CLAIMED_MARGINS.map((form) => form.exec(facts.claimText)).find((found) => found !== null) ?? [];
  if (isPartOfGame(facts.claimText)) return null;
  if (winner === undefined || winner !== claimedWinner || line !== claimedLine) return null;
  const sides = toSides(facts, first, second);
  const side = toParticipant(winner, facts.participants.sport);
  if (sides === null || side === null) return null;
  return { kind: 'margin', side, line: Number(line), isBelow: false, unit: unit.toLowerCase(), sides };
}

const NAMED_SPREAD = /^Spread: (.+?) \(([-+])(\d+\.5)\): (.+)$/i;
const PAID_MARGIN =
  /\bresolve to "?(?<paid>[^".]+?)"? if (?:the )?(?<winner>(?:[^.]|\bSt\.)+?) (?:wins?|beats? [^.]{1,40}?|defeats? [^.]{1,40}?) (?:the (?:game|match) (?:against [^."]{1,40}? )?)?by (?:(?<least>\d+) or more|(?:more than|over) (?<exceeded>\d+\.5))(?: (?<unit>points|goals|runs))?\b/i;

/** What pays the side with "+": it wins, or loses by no more than the whole number below the line. */
const PAID_LOSS: readonly RegExp[] = [
  /\bresolve to "?(?<paid>[^".]+?)"? if (?:the )?(?<loser>.+?) wins? the game,? or loses?(?: it)? by (?:(?<most>\d+) or fewer|fewer than (?<below>\d+))(?: (?<unit>points|goals|runs))?\b/i,
  /\bresolve to "?(?<paid>[^".]+?)"? unless (?:the )?(?<rival>.+?) wins? (?:the game )?by (?<below>\d+) or more(?: (?<unit>points|goals|runs))?\b/i,
];

/** Of "Spread: Bulls (-3.5): Bulls". A side with "+" pays unless the other side wins by more. */
function readNamedSpread(facts: ListingFacts): GameLine | null {
  const [, named, sign, line, outcome] = NAMED_SPREAD.exec(facts.normalTitle) ?? [];
  const { yes, no } = readOutcomes(facts.rulesText) ?? {};
  if (named === undefined || outcome !== yes || (named !== yes && named !== no)) return null;
  const sides = toSides(facts, yes, no);
  const favourite = sign === '-' ? named : named === yes ? no : yes;
  const side = toParticipant(favourite, facts.participants.sport);
  const win = findPayment([PAID_MARGIN], facts.rulesText);
  const loss = findPayment(PAID_LOSS, facts.rulesText);
  const isStated =
    win === null
      ? sign === '+' && isLossBelow(loss, named, favourite, Number(line))
      : win['paid'] === favourite && win['winner'] === favourite && readPaidLine(win) === Number(line);
  if (sides === null || side === null || !isStated) return null;
  const isBelow = yes !== favourite;
  return {
    kind: 'margin',
    side,
    line: Number(line),
    isBelow,
    unit: (win ?? loss)?.['unit']?.toLowerCase() ?? null,
    sides,
  };
}

/** "5 or fewer" and "fewer than 6" are the line 5.5. */
function isLossBelow(loss: Payment | null, named: string, rival: string | undefined, line: number): boolean {
  if (loss === null || loss['paid'] !== named) return false;
  if (loss['loser'] === undefined ? loss['rival'] !== rival : loss['loser'] !== named) return false;
  const most = loss['most'] === undefined ? Number(loss['below']) - 1 : Number(loss['most']);
  return most === line - 0.5;
}

/** "7 or more" and "more than 6.5" are the line 6.5. */
const readPaidLine = ({ least, exceeded }: Payment): number =>
  least === undefined ? Number(exceeded) : Number(least) - 0.5;

const TOTAL = new RegExp(
  `^${BEFORE}(.+?) (?:at|vs\\.?) ([^:]+?)(?:: | (?=Totals?(?: (?:Points|Goals|Runs))?\\??:))(?:(?:(?:Totals?|Total (?:Points|Goals|Runs|Games|Score))\\??: )?(?:(?:Full Game|Reg(?:ulation)? Time): )?(Over|Under) (\\d+\\.5) (points|goals|runs|games)(?: (?:are )?scored)?\\??|(?:Match |Game )?(?:O\\/U|U\\/O|Over\\/Under|Totals?) (\\d+\\.5)(?: Games)?: (Over|Under))$`,
  'i',
);
const CLAIMED_TOTAL =
  /\bcollectively score (more|fewer|less)(?: than)? (\d+\.5) (?:points|goals|runs) in the\b/i;
const CLAIMED_GOALS = /^(over|under|more than|fewer than) (\d+\.5) goals are scored in the (?!first|second)/i;
const CLAIMED_GAMES =
  /^the (?:total )?number of (?:completed )?games in the (?:full |whole )?match is (above|below|over|under) (\d+\.5) in the\b/i;
const AT_LEAST = /(?:(?<least>\d+) or more|(?:more|greater) than (?<exceeded>\d+\.5))/.source;
const UNIT = /(?<unit>points|goals|runs)/.source;
const toPayment = (condition: string): RegExp =>
  new RegExp(`\\bresolve to "?Over"? if (?:the )?${condition}`, 'i');

/** What pays "Over": both sides together, never one of them. */
const PAID_TOTAL: readonly RegExp[] = [
  toPayment(`.{1,80}? combine (?:to|for) (?:score )?${AT_LEAST} ${UNIT}\\b`),
  toPayment(`.{1,80}? (?:score|combine for) ${AT_LEAST} ${UNIT} (?:combined|in total|together)\\b`),
  toPayment(
    `(?:combined |total )+(?:number of |total of |of )*${UNIT}(?: scored)?(?: by (?:[^.;]{1,40}? and [^.;]{1,40}?|both teams))?(?: in the (?:game|match))? (?:is|are) ${AT_LEAST}`,
  ),
  toPayment(`(?:official )?(?:final |combined |total )*score of [^.;]{1,80}? adds up to ${AT_LEAST} ${UNIT}`),
  toPayment(
    `${AT_LEAST} (?:total )?${UNIT} are scored (?:within|during|in) the (?:first 90 minutes|match|game)\\b`,
  ),
];

function readTotal(facts: ListingFacts): GameLine | null {
  const [, first, second, over, written, unit, named, outcome] = TOTAL.exec(facts.normalTitle) ?? [];
  const sides = toSides(facts, first, second);
  const way = (over ?? outcome)?.toLowerCase();
  if (sides === null || way === undefined) return null;
  const isBelow = way === 'under';
  const line = Number(written ?? named);
  const total = { kind: 'total', side: null, line, isBelow, sides } as const;
  if (written !== undefined) {
    const [, more, claimed] =
      [CLAIMED_TOTAL, CLAIMED_GOALS, CLAIMED_GAMES]
        .map((form) => form.exec(facts.claimText))
        .find((found) => found !== null) ?? [];
    const isStated = Number(claimed) === line && isBelow === !/^(?:more|over|above)/i.test(more ?? '');
    return isStated ? { ...total, unit: unit?.toLowerCase() ?? null } : null;
  }
  const { yes, no } = readOutcomes(facts.rulesText) ?? {};
  const isStated = yes?.toLowerCase() === way && /^(?:over|under)$/i.test(no ?? '') && yes !== no;
  if (!isStated) return null;
  const payment = findPayment(PAID_TOTAL, facts.rulesText);
  if (payment !== null)
    return readPaidLine(payment) === line ? { ...total, unit: payment['unit']?.toLowerCase() ?? null } : null;
  const counted = readPaidOver(facts, line);
  return counted === null ? null : { ...total, unit: counted };
}

/** The unit of what pays "Over", when its clause is about both sides together and has the line. */
function readPaidOver({ rulesText }: ListingFacts, line: number): string | null {
  const clause = findPaidClause(rulesText, 'Over');
  if (clause === null || isPartOfGame(clause) || !isOfBothSides(clause)) return null;
  const paid = readLineBound(clause);
  if (paid?.line !== line || paid.isBelow) return null;
  return paid.unit ?? COUNTED.exec(clause)?.[1]?.toLowerCase() ?? null;
}
const COUNTED = /\b(points|goals|runs|games)\b/i;

const GOAL_COUNT = /^(.+?) (?:at|vs\.?) (.+?): Total Goals: (\d+)\+ goals$/i;
const CLAIMED_COUNT = /^at least (\d+) goals are scored in the (?!first|second)/i;

/** Of "Celtic vs Hearts: Total Goals: 3+ goals", which is more than 2.5. */
function readGoalCount(facts: ListingFacts): GameLine | null {
  const [, first, second, least] = GOAL_COUNT.exec(facts.normalTitle) ?? [];
  if (least === undefined || CLAIMED_COUNT.exec(facts.claimText)?.[1] !== least) return null;
  const sides = toSides(facts, first, second);
  if (sides === null) return null;
  return { kind: 'total', side: null, line: Number(least) - 0.5, isBelow: false, unit: 'goals', sides };
}

const BOTH_SCORE =
  /^(.+?) (?:at|vs\.?) (.+?): (?:Both teams to score|BTTS)\??(?:: (Yes|No|Both teams (?:to )?score))?$/i;
const BOTH_SCORE_FIRST = /^Both teams to score: ([^:?]+)\??/i;
const CLAIMED_BOTH =
  /^(?:both .{1,80}|.{1,80} both) score (?:at least (?:one|1) goal|(?:one|1) or more goals|a goal) in the (?!first|second)/i;
const PAID_BOTH =
  /\bresolve to "?Yes"? if (?:(?:each of|both) [^.;]{1,80}? scores?|[^.;]{1,80}? each scores?) (?:at least (?:one|1) goal|(?:one|1) or more goals|(?:one|1) goal or more|a goal)\b/i;

/** Of "Leeds vs Derby: Both teams to score": each side scores more than half a goal. */
function readBothScore(facts: ListingFacts): GameLine | null {
  const title = facts.normalTitle.replace(BOTH_SCORE_FIRST, '$1: Both teams to score');
  const [, first, second, outcome] = BOTH_SCORE.exec(title) ?? [];
  if (first === undefined) return null;
  const isClaimed =
    (CLAIMED_BOTH.test(facts.claimText) || BOTH_SCORE_CLAIM.test(facts.claimText)) &&
    !isPartOfGame(facts.claimText);
  const isPaid = (): boolean =>
    findPayment([PAID_BOTH], facts.rulesText) !== null ||
    isPaidForBoth(findPaidClause(facts.rulesText, 'Yes'));
  if (!isClaimed && !isPaid()) return null;
  const sides = toSides(facts, first, second);
  if (sides === null) return null;
  const isBelow = outcome?.toLowerCase() === 'no';
  return { kind: 'goals of both sides', side: null, line: 0.5, isBelow, unit: 'goals', sides };
}

const isPaidForBoth = (clause: string | null): boolean =>
  clause !== null && BOTH_SCORE_CLAUSE.test(clause) && !isPartOfGame(clause);
const BOTH_SCORE_CLAIM = /^both teams score in the (?!first|second)/i;
const BOTH_SCORE_CLAUSE =
  /^(?:both|each of the) teams scores? (?:at least (?:one|1) goal|(?:one|1) or more goals|a goal)$/i;

const DISTANCE =
  /^(?:[^:]{1,40}: )?(.+?) vs\.? (.+?)(?:: | - )(?:(?:(?:fight|bout) )?(?:to )?go(?:es)? the distance|distance)\??(?:: (Yes|No|(?:(?:fight|bout) )?goes the distance))?$/i;
const DISTANCE_QUESTION = /^Will (?:the )?([^:]+?) vs\.? ([^:]+?) go the (?:full )?distance\??$/i;
const WHOLE_DISTANCE =
  /\bgoes the (?:full )?(?:scheduled )?distance\b|\b(?:completes|lasts|goes)(?: for)? (?:all|the full number of|the full) (?:of its )?(?:scheduled rounds|scheduled number of rounds)\b/i;

/** Of "Vega vs Orion: Goes the distance?": the judges decide after all rounds. */
function readDistance(facts: ListingFacts): GameLine | null {
  const [, first, second, outcome] =
    DISTANCE.exec(facts.normalTitle) ?? DISTANCE_QUESTION.exec(facts.normalTitle) ?? [];
  if (first === undefined) return null;
  if (
    !WHOLE_DISTANCE.test(facts.claimText) &&
    !WHOLE_DISTANCE.test(findPaidClause(facts.rulesText, 'Yes') ?? '')
  )
    return null;
  const sides = toSides(facts, first, second);
  if (sides === null) return null;
  const isBelow = outcome?.toLowerCase() === 'no';
  return { kind: 'distance', side: null, line: 0.5, isBelow, unit: null, sides };
}
