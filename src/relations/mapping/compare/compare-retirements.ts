import { gap, type Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';

/** What a tennis match pays after a retirement: the player who advances, or half to each. Silence is the first. */
type RetirementPayout = 'advances' | 'half' | null;

/** A listing that pays half when a player retires is another contract than one that pays the player who advances. */
export function* compareRetirements(a: ListingFacts, b: ListingFacts): Generator<Reason> {
  if ([a, b].every(({ participants: { sport } }) => sport !== 'tennis')) return;
  const [one, other] = [readRetirementPayout(a), readRetirementPayout(b)];
  if (one === other || (one !== 'half' && other !== 'half')) return;
  yield gap('retirement', 0, `a retirement pays ${one ?? 'not stated'} / ${other ?? 'not stated'}`);
}

function readRetirementPayout({ normalTitle, rulesText }: ListingFacts): RetirementPayout {
  if (/\bcompleted match\b/i.test(normalTitle)) return 'half';
  const said = findRetirementSentence(rulesText);
  if (/\b(?:advances|progresses|moves on)\b/.test(said)) return 'advances';
  return HALF.test(said) ? 'half' : null;
}
const RETIREMENT = /\bretire(?:s|ment|d)?\b/i;

/** The first sentence that names a retirement; a full stop before a digit does not end it. Empty without one. */
function findRetirementSentence(rules: string): string {
  const at = rules.search(RETIREMENT);
  if (at < 0) return '';
  let stop = rules.lastIndexOf('.', at);
  while (stop > 0 && /\d/.test(rules.charAt(stop + 1))) stop = rules.lastIndexOf('.', stop - 1);
  return /^(?:[^.]|\.\d)*/.exec(rules.slice(stop + 1))?.[0] ?? '';
}

const HALF = /\b50[-/]50\b|\$?0\.50?\b|\bhalf\b/i;
