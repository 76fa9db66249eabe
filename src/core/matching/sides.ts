import { conceptAt, ofSport } from './lexicon/lexicon.ts';
import { wordsIn } from './text.ts';

/** Of a meeting of two: who is said to win, and who of its two outcomes is the other. */
export interface Sides {
  readonly winner: string | null; // a known team's concept, else the name's words
  readonly loser: string | null; // only where the listing names its two outcomes
  readonly isMeeting: boolean; // the title speaks of one game and not of a whole contest
}

export function sidesIn(title: string, rules: string, sport: string | null): Sides {
  const outcomes = /^YES is ([^;]+); NO is (.+?)\.(?: |$)/.exec(rules);
  return {
    winner: winnerIn(title, sport) ?? whoIs(outcomes?.[1], sport),
    loser: whoIs(outcomes?.[2], sport),
    isMeeting: MEETING.test(title),
  };
}

const MEETING =
  /\bvs?\.? |\bversus\b|@| at .*\b[Ww]inner\b|\b(?:beats?|defeats?)\b|\bwin (?:against|on 20\d\d-)|\b(?:game|match|fight|bout)\b(?! \d)/;

/** Whether two names mean one side: the same team, or one name within the other. */
export function isOneSide(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.includes(':') || other.includes(':')) return false;
  const [short = [], long = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  return short.every((word) => long.includes(word));
}

/** The side named before `beat`, or after `lose to`. */
function winnerIn(title: string, sport: string | null): string | null {
  const asked =
    /^(?:Will )?(?:the )?(.+?) (beat|beats|defeat|defeats|win against|lose to|loses to) (?:the )?(.+?)(?: on | in | by |\?|$)/i.exec(
      title,
    );
  if (asked !== null) return whoIs(/^lose/i.test(asked[2] ?? '') ? asked[3] : asked[1], sport);
  const ofTheDay = /^Will (?:the )?(.+?) win on 20\d\d-\d\d-\d\d\?/.exec(title);
  if (ofTheDay !== null) return whoIs(ofTheDay[1], sport);
  const outcome = /(?:winner|vs\.?|\bat\b|@).*[?:-] ?([A-Z][\w .'-]+)$/.exec(title);
  return outcome === null ? null : whoIs(outcome[1], sport);
}

const CLUB: ReadonlySet<string> = new Set(['fc', 'cf', 'afc', 'sc', 'the', 'and', 'club']);

function whoIs(text: string | undefined, sport: string | null): string | null {
  if (text === undefined) return null;
  const words = wordsIn(text.replace(/^the /i, '')).filter((word) => !CLUB.has(word.text));
  const known = conceptAt(words, 0);
  const isWhole = known?.length === words.length || known?.concept.kind === 'team';
  if (known === null || !isWhole) return words.map((word) => word.text).join(' ') || null;
  const { kind, name } = ofSport(known.concept, sport);
  return `${kind}:${name}`;
}
