/** A soccer match that one side must win, if need be by extra time and penalties: the other outcome is the other side. */
const DECIDER = /\bto (?:advance|win the trophy|lift the trophy)\b/i;
const COUNTED =
  /\bincluding extra time and penalt|\bextra time and penalt\w+(?: shoot-?outs?)? (?:count|will count|are included|included)\b/i;
const REGULATION = /\b(?:not include|exclud\w+|without) extra time\b|\b90 minutes\b/i;

/** Whether the listing of a soccer match cannot end in a draw. Where both are stated, the text is unclear and it can. */
export const isDecided = (title: string, rules: string): boolean =>
  (DECIDER.test(title) || COUNTED.test(rules)) && !REGULATION.test(rules);

const TROPHY = /^([^:]+ vs\.? [^:]+): To (?:Win|Lift) the Trophy(?=: )/i;

/** The title of a final without "To Win the Trophy" between its sides and an outcome; of "A vs B: To Advance: A advances" without the verb. */
export const stripTrophy = (title: string): string => title.replace(TROPHY, '$1').replace(ADVANCES, '');
const ADVANCES = /(?<=: (?:Team )?To Advance: [^:]+) (?:advances|qualifies)$/i;

/** Whether a title asks which side wins two games of one tie together. Both are played within some weeks. */
export const isOfTwoLegs = (title: string, rules: string): boolean =>
  DECIDER.test(title) && TWO_LEGS.test(rules);
const TWO_LEGS = /\btwo[- ]legged\b|\b(?:both|two) legs\b|\baggregate\b/i;

/** Whether a title asks for the winner of a trophy, so that the match is a final. */
export const isForTrophy = (title: string): boolean => TROPHY.test(title);

/** A game of these leagues has no extra time, whatever the rules list. */
export const isOfLeague = (rules: string): boolean => LEAGUE.test(rules) && !CUP.test(rules);
const LEAGUE =
  /\b(?:EPL|(?<!Egyptian |Israeli |Indian )Premier League|La Liga|Bundesliga|Ligue 1|Serie A|Eredivisie)\b/;
const CUP = /\b(?:cup|copa|coupe|coppa|pokal|trophy|shield|play-?offs?|super)\b/i;
