import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine, toSides } from './line-bounds.ts';
import { DRAW, toParticipant } from './participants.ts';

/**
 * Reads who leads a game at halftime, who wins its second half, and whether a run is scored in its first inning. The leader
 * of a half is the side that wins it by more than half a goal. Null unless the condition for Yes names the same outcome as the title.
 */
export const readPartResult = (facts: ListingFacts): GameLine | null =>
  readHalfResult(facts) ?? readInningRun(facts);

/** "Leeds vs Derby: First Half Winner: Leeds" */
const HALF_OF_GAME =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?):? (?:(?:First|1st|Second|2nd) Half|Half-?time) (?:Winner|Result|Leader)\??: (.+?)(?: (?:First|1st|Second|2nd) Half)?$/i;
/** "Leeds United FC leading at halftime?" */
const LEADER =
  /^(?:(.+?) vs\.? (.+?): )?(?:Will )?([^:]+?) (?:leading|leads?|(?:be )?ahead) at half-?time\??$/i;
/** "Leeds United FC vs. Derby County: Draw at halftime?" */
const LEVEL = /^(.+?) vs\.? (.+?): (?:Draw|Drawn|Tied?|Level) at half-?time\??$/i;
/** "Will Leeds win the 1st half?", "Leeds to win the second half?" */
const WINS_HALF = /^(?:Will (?!.* not )(.+?)|([^:]+?) to) win the (?:first|1st|second|2nd) half\??$/i;

/** How the condition for Yes says who wins a half, and that no side does. */
const toHalfForms = (half: string) => ({
  won: new RegExp(`^(?:the )?(.+?) (?:wins?|is the winner of) the ${half}\\b`, 'i'),
  led: new RegExp(
    `^(?:the )?(.+?) (?:(?:is|are) (?:leading|winning|ahead)|leads?|(?:has|have) (?:scored )?more goals|scores? more goals)\\b(?:(?!\\bor\\b)[^.;])*\\b${half}\\b`,
    'i',
  ),
  drawn: new RegExp(
    `^(?:the )?(?:${half}\\b[^.;]* (?:ends?|finishes) (?:in|as) an? (?:tie|draw)\\b|(?:tie|draw) (?:wins?|is the result of) the ${half}\\b|(?:game|match|score)[^.;]* (?:is|are|ends?) (?:in )?(?:a )?(?:tied|tie|level|drawn|draw)\\b[^.;]*\\b${half}\\b|(?:both teams|[^.;]+ and [^.;]+) (?:have scored|score) the same number of goals\\b[^.;]*\\b${half}\\b)`,
    'i',
  ),
});
const HALF_FORMS = {
  'first half': toHalfForms('(?:(?:first|1st) half|half-?time)'),
  'second half': toHalfForms('(?:second|2nd) half'),
} as const;
const SECOND_HALF = /\b(?:second|2nd) half\b/i;
const FIRST_HALF = /\b(?:(?:first|1st) half|half-?time)\b/i;

function readHalfResult(facts: ListingFacts): GameLine | null {
  const title = facts.normalTitle;
  const [, one, other, named] =
    HALF_OF_GAME.exec(title) ??
    LEADER.exec(title) ??
    LEVEL.exec(title) ??
    toNamed(WINS_HALF.exec(title)) ??
    [];
  const isLevel = LEVEL.test(title);
  if ((named === undefined && !isLevel) || (SECOND_HALF.test(title) && FIRST_HALF.test(title))) return null;
  const part = SECOND_HALF.test(title) ? 'second half' : 'first half';
  const { won, led, drawn } = HALF_FORMS[part];
  const { sport } = facts.participants;
  const sides = toSides(facts, one, other) ?? readSidesOfRules(facts);
  const titled = isLevel ? DRAW : toParticipant(named, sport);
  if (sides === null || titled === null) return null;
  const condition = [facts.claimText.replace(INTRODUCTION, ''), findPaidClause(facts.rulesText, 'Yes') ?? ''];
  const result = { line: 0.5, isBelow: false, unit: null, sides, part } as const;
  if (titled === DRAW)
    return condition.some((it) => drawn.test(it)) ? { ...result, kind: 'draw', side: null } : null;
  const claimed = condition.flatMap((it) => (won.exec(it) ?? led.exec(it))?.[1] ?? []);
  if (claimed.length === 0 || claimed.some((it) => toParticipant(it, sport) !== titled)) return null;
  return { ...result, kind: 'margin', side: titled };
}

/** "In the upcoming game, scheduled for January 9, 2027 If Leeds are leading…", without a full stop before the condition. */
const INTRODUCTION = /^In the upcoming [^.]*? If /;

const toNamed = (found: RegExpExecArray | null): readonly (string | undefined)[] | null =>
  found === null ? null : [undefined, undefined, undefined, found[1] ?? found[2]];

const BETWEEN =
  /\b(?:between|in the) (?:the )?([A-Z0-9][^,;:?]{1,40}?) (?:and|vs\.?|at) (?:the )?([A-Z0-9][^,;:?]{1,40}?)(?= (?:professional|pro|college|soccer|game|match|scheduled|originally|on|at UFC|in the)\b|[,;:?(]|\.(?= |$))/;

const LEADING =
  /\bif (?:the )?([A-Z0-9][^,;:?]{1,40}?) (?:is|are) (?:leading|winning|ahead of) (?:against )?(?:the )?([A-Z0-9][^,;:?]{1,40}?) (?:at|after) (?:the end of )?(?:the )?(?:first|1st|half)/i;

/** Both sides from the rules, where the title names one. */
export function readSidesOfRules(facts: ListingFacts): readonly [string, string] | null {
  const start = facts.rulesText.slice(0, 400);
  const [, one, other] = BETWEEN.exec(start) ?? LEADING.exec(start) ?? [];
  return toSides(facts, one, other);
}

const INNING_RUN = [
  /^(.+?) (?:at|vs\.?) (.+?):? (?:First|1st) Inning Run\??(?:: (Yes|No|Run scored))?$/i,
  /^(.+?) (?:at|vs\.?) (.+?): (?:(?:A|Any|(?<none>No)) )?Run (?:scored )?in the (?:first|1st) inning\??$/i,
  /^Will there be a run (?:scored )?in the (?:first|1st) inning\?: (.+?) (?:at|vs\.?) (.+?)(?:: (Yes|No))?$/i,
];
const RUN_SCORED =
  /^(?:(?:there (?:is|are) )?(?:at least (?:one|1)|a|one or more|1 or more) runs? (?:(?:is|are) )?scored (?:by either team )?|either team scores (?:at least (?:one|1)|a|one or more|1 or more) runs? )in the (?:first|1st) inning\b/i;
const NO_RUN_SCORED =
  /^(?:neither team scores (?:a|any) runs? |no runs? (?:is|are) scored (?:by either team )?)in the (?:first|1st) inning\b/i;

/** Of "Boston at Tampa: First Inning Run": both sides together score more than half a run. */
function readInningRun(facts: ListingFacts): GameLine | null {
  const found = INNING_RUN.map((form) => form.exec(facts.normalTitle)).find((it) => it !== null);
  const sides = toSides(facts, found?.[1], found?.[2]);
  if (sides === null) return null;
  const condition = [facts.claimText, findPaidClause(facts.rulesText, 'Yes') ?? ''];
  const paid = found?.groups?.['none'] === undefined ? RUN_SCORED : NO_RUN_SCORED;
  if (!condition.some((it) => paid.test(it))) return null;
  const isBelow = found?.[3]?.toLowerCase() === 'no';
  return { kind: 'total', side: null, line: 0.5, isBelow, unit: 'runs', sides, part: 'first innings' };
}
