import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine } from './line-bounds.ts';
import { findTwoSides, hasFurtherCondition, toDigits } from './paid-outcomes.ts';

interface GameEvent {
  readonly unit: string;
  readonly sports: readonly string[];
  readonly titles: readonly RegExp[]; // with the sides and what the title asks
  readonly opposite: RegExp; // of a title that asks that it does not happen
  readonly happens: RegExp; // in the condition for Yes
  readonly fails: RegExp; // in the condition for Yes of the opposite
}

const SIDES = '(?<one>.+?) (?:at|vs\\.?) (?<other>[^:]+?)';

/** What a game may or may not have once: "Boston at Miami: Overtime?", "Will there be a tiebreak in the Silva vs Costa match?" */
const EVENTS: readonly GameEvent[] = [
  {
    unit: 'overtime',
    sports: ['football', 'basketball', 'hockey'],
    titles: [
      new RegExp(
        `^(?:[A-Z][^:]*: )?${SIDES}:? (?:Overtime\\??(?:: Overtime)?|Will (?:the|there|this) (?:game|match|be) .+\\?|(?:Goes|To go) to overtime\\??|Decided in regulation\\??)$`,
        'i',
      ),
      new RegExp(
        `^Will (?:the )?${SIDES} (?:game |match )?(?:go to overtime|be decided in regulation)\\??$`,
        'i',
      ),
    ],
    opposite: /\bregulation\b/i,
    happens:
      /\b(?:goes (?:in)?to overtime|(?:at least (?:1|one) )?overtime(?: period)? is played|(?:requires|has|reaches) (?:an |at least one )?overtime)\b/i,
    fails: /\bdecided in regulation\b|\b(?:does not go to|ends without) overtime\b/i,
  },
  {
    unit: 'tiebreak',
    sports: ['tennis'],
    titles: [
      new RegExp(
        `^(?:[A-Z][^:]*: )?${SIDES}: (?:(?:Any|A|No) )?tie-?break(?: in the match| played)?\\??$`,
        'i',
      ),
      new RegExp(`^Will there be (?:a|any|no) tie-?break in the ${SIDES} match\\??$`, 'i'),
    ],
    opposite: /\bno tie-?break/i,
    happens: /\b(?:at least (?:1|one) tie-?break is played|any set\b[^.;]* goes to a tie-?break)/i,
    fails: /\bno (?:tie-?break is played|set\b[^.;]* goes to a tie-?break)/i,
  },
];

/** Another number than one, or a part of the game. */
const LIMITED =
  /\b(?:double|triple|(?:two|three|[2-9]|multiple|several|one or) (?:or )?(?:more )?(?:overtime|tie-?break)s?|at least (?:two|three|[2-9])|(?:first|second|third|final|deciding|[1-5](?:st|nd|rd|th)) (?:set|overtime|half|quarter|period)|set \d)\b/i;

/** Reads whether a game has an overtime, or a tennis match a tiebreak. Null unless the condition for Yes says the same as the title. */
export function readGameEvent(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText, participants } = facts;
  for (const { unit, sports, titles, opposite, happens, fails } of EVENTS) {
    if (!sports.includes(participants.sport ?? '') || !ANY.test(normalTitle)) continue;
    const found = titles.map((form) => form.exec(normalTitle)?.groups).find((it) => it !== undefined);
    if (found === undefined || LIMITED.test(normalTitle)) continue;
    const isBelow = opposite.test(normalTitle);
    const clause = toDigits([claimText, findPaidClause(rulesText, 'Yes') ?? ''].join(' '));
    const isClaimed = isBelow ? fails.test(clause) : happens.test(clause) && !fails.test(clause);
    const sides = findTwoSides(facts, found['one'], found['other']);
    if (sides === null || !isClaimed || LIMITED.test(clause) || hasFurtherCondition(clause)) return null;
    return { kind: 'occurrence', side: null, line: 0.5, isBelow, unit, sides };
  }
  return null;
}
const ANY = /\b(?:overtime|regulation|tie-?break)\b/i;
