import { findMatches } from './listing-text.ts';

const ROUND =
  /(?<!\b(?:to|into|reach|reaches) (?:the )?)\b(?:(semi-?final)s?|(quarter-?final)s?|round of (\d+)|(group stage|round[- ]robin)|(?-i:(Final))(?! (?:score|result|outcome|set|round|qualif)))\b/gi;

/** The rounds of the match that a text names, without those to which the winner advances: `final`, `semifinal`, `quarterfinal`, `round of 16`, `group`. */
export const findRounds = (text: string): readonly string[] => [
  ...new Set(
    findMatches(ROUND, text).map(([, semi, quarter, size, group]) => {
      if (semi !== undefined) return 'semifinal';
      if (quarter !== undefined) return 'quarterfinal';
      if (size !== undefined) return `round of ${Number(size)}`;
      return group === undefined ? 'final' : 'group';
    }),
  ),
];

const TITLE_ROUND =
  /^([^:]+ vs\.? [^:]+): ((?:[^:]+ )??)(?:Final|Semi-?final|Quarter-?final|Round of \d+|Group Stage|Round Robin)s?(?=: )/i;

/** "Will Coco Gauff win the Gauff vs Pegula: Round Of 64 match?" */
const QUESTION_ROUND =
  /^(Will .+? win the [^:]+ vs\.? [^:]+): ((?:[^:]+ )??)(?:Final|Semi-?final|Quarter-?final|Round of \d+|Qualif\w+(?: Round \d| Final)?|Group Stage|Round Robin)s?(?= match\?$)/i;

/** A title of a match without the tournament and the round after its sides: "Gauff vs Pegula: Dubai Quarterfinal: Coco Gauff". */
export const stripRound = (title: string): string =>
  title.replace(TITLE_ROUND, '$1').replace(QUESTION_ROUND, '$1');

/** The tournament that a title names between the sides and the round: "Dubai". Empty without it. */
export const findRoundTournament = (title: string): string =>
  (TITLE_ROUND.exec(title) ?? QUESTION_ROUND.exec(title))?.[2]?.trim() ?? '';

const WITH_GROUPS =
  /\b(?:group stage|round[- ]robin|(?:ATP|WTA|Next ?Gen|Tour) Finals|United Cup|Davis Cup|Billie Jean King Cup|Olympics?)\b/i;

/** Whether two players may meet twice in the tournament: in a group, and again in a later round. */
export const hasGroups = (text: string): boolean => WITH_GROUPS.test(text);
