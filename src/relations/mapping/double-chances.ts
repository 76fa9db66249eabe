import { isDecided } from './soccer-deciders.ts';

/** The outcome of a soccer match that alone pays No: the draw, or the side at this place of the title. */
export interface DoubleChance {
  readonly excluded: 'draw' | 'second side';
  readonly title: string; // the game alone: "Everton FC vs. Fulham FC"
}

/** "Everton FC to win or draw vs. Fulham FC?", "Will Fulham FC avoid defeat against Everton FC on January 16?" */
const WIN_OR_DRAW =
  /^(?:Will )?(?:the )?([^:?]+?) (?:to )?(?:win or draw|draw or win|avoid defeat|not lose) (?:vs\.?|against|to|with|at) (?:the )?([^:?]+?)(?= on | in |\?|$)/i;
const PAID_WIN_OR_DRAW =
  /\bto "?Yes"? if (?:the )?(.+?) (?:(?:wins?|beats?) (?:or|nor) (?:draws?|ties?)|(?:draws?|ties?) or wins?|does not lose|(?:wins? [^.;]{0,60}|wins) or (?:the|if the) (?:game|match) (?:ends in a (?:draw|tie)|is (?:drawn|tied)))\b/i;

/** "Everton FC vs. Fulham FC: will either team win?" */
const EITHER_WINS =
  /^([^:?]+? vs\.? [^:?]+?): (?:will )?(?:either (?:team|side|club)(?: to)? wins?|(?:there be )?(?:a|any) winner|not (?:end in )?a (?:draw|tie))\??$/i;
const PAID_EITHER =
  /\bto "?Yes"? if (?:(?:either|one of|any)\b[^.;]{1,120}\bwins?\b|(?:the )?(?:game|match)\b[^.;]{1,160} does not end in a (?:draw|tie)\b|there is a winner\b)/i;
const HALF_FOR_DRAW = /\b(?:draw|tie|tied|drawn)\b[^.]*\b(?:50[-/]50|half)\b/i;

/** Null unless the title has one of the forms and the condition for Yes repeats it. */
export function readDoubleChance(title: string, rules: string): DoubleChance | null {
  if (isDecided(title, rules) || HALF_FOR_DRAW.test(rules)) return null;
  const [, game] = EITHER_WINS.exec(title) ?? [];
  if (game !== undefined) return PAID_EITHER.test(rules) ? { excluded: 'draw', title: game } : null;
  const [whole = '', first, second] = WIN_OR_DRAW.exec(title) ?? [];
  const paid = PAID_WIN_OR_DRAW.exec(rules)?.[1];
  if (first === undefined || second === undefined || paid !== first) return null;
  return { excluded: 'second side', title: `${first} vs. ${second}${title.slice(whole.length)}` };
}
