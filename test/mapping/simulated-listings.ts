import type { SeededChoice } from '../../simulation/seeded-choice.ts';
import type { VenueName } from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { instrument, KALSHI, POLYMARKET } from '../../src/domain/instruments/instrument.fixture.ts';

const EVENTS = 4;
const CLOSE = Date.UTC(2027, 2, 17, 23, 59) as TimestampMs;

interface Outcome {
  readonly name: string;
  readonly kalshi: { readonly title: string; readonly rules: string };
  readonly polymarket: { readonly title: string; readonly rules: string };
}

/** Events with several outcomes as two venues list them. The second venue lacks some and lists some twice. */
export function drawListings(choice: SeededChoice): readonly Instrument[] {
  const listings: Instrument[] = [];
  const add = (venue: VenueName, event: string, name: string, title: string, rules: string): void => {
    const id = listings.length + 1_001;
    const venueEvent = { venueEventId: event, title: event, series: null, exclusive: 'AT_MOST_ONE' } as const;
    const ids = { ticker: `${venue}-${id}`, venueInstrumentId: `${venue}-${id}`, slug: `${venue}-${id}` };
    const texts = { title, description: rules, outcomeName: name, closeTime: CLOSE };
    listings.push(instrument(id, { ...ids, ...texts, venue, event: venueEvent }));
  };
  for (let at = 0; at < EVENTS; at += 1) {
    const outcomes = choice.pick([drawGame, drawRateDecision, drawNominees])(choice, at);
    for (const { name, kalshi, polymarket } of outcomes) {
      add(KALSHI, `K-${at}`, name, kalshi.title, kalshi.rules);
      if (choice.chance(0.85)) add(POLYMARKET, `P-${at}`, name, polymarket.title, polymarket.rules);
      // A second event about the same question: both of its listings claim one contract.
      if (choice.chance(0.2)) add(POLYMARKET, `P-${at}-again`, name, polymarket.title, polymarket.rules);
    }
  }
  return listings;
}

const CLUBS = ['Arsenal', 'Everton', 'Fulham', 'Brentford', 'Chelsea', 'Liverpool'];

function drawGame(choice: SeededChoice, at: number): readonly Outcome[] {
  const home = choice.pick(CLUBS);
  const away = choice.pick(CLUBS.filter((club) => club !== home));
  const day = 10 + at;
  const wins = [home, away].map(
    (club): Outcome => ({
      name: club,
      kalshi: {
        title: `${home} vs ${away} Winner?: ${club}`,
        rules: `If ${club} wins the ${home} vs ${away} professional soccer game originally scheduled for Mar ${day}, 2027, then the market resolves to Yes.`,
      },
      polymarket: {
        title: `Will ${club} FC win on 2027-03-${day}?`,
        rules: `In the upcoming EPL soccer game, scheduled for March ${day}, 2027, between ${home} and ${away}: This market will resolve to "Yes" if ${club} FC wins. Otherwise, this market will resolve to "No".`,
      },
    }),
  );
  const draw: Outcome = {
    name: 'Tie',
    kalshi: {
      title: `${home} vs ${away} Winner?: Tie`,
      rules: `If the ${home} vs ${away} professional soccer game originally scheduled for Mar ${day}, 2027 ends in a tie, then the market resolves to Yes.`,
    },
    polymarket: {
      title: `Will ${home} FC vs. ${away} FC end in a draw?`,
      rules: `This market will resolve to "Yes" if the soccer game between ${home} FC and ${away} FC, scheduled for March ${day}, 2027, ends in a draw. Otherwise, this market will resolve to "No".`,
    },
  };
  return [...wins, draw];
}

const MOVES = [
  ['Cut of 25bps', 'decrease interest rates by 25 bps', 'decreased by 25 basis points'],
  ['Cut of >25bps', 'decrease interest rates by 50+ bps', 'decreased by 50 or more basis points'],
  ['Hike of 25bps', 'increase interest rates by 25 bps', 'increased by 25 basis points'],
  ['Hike of >25bps', 'increase interest rates by 50+ bps', 'increased by 50 or more basis points'],
] as const;

const drawRateDecision = (): readonly Outcome[] =>
  MOVES.map(([name, verb, condition]) => ({
    name,
    kalshi: {
      title: `Fed decision in Mar 2027?: ${name.replace(' of', '')}`,
      rules: `If the Federal Reserve does a ${name} on March 17, 2027, then the market resolves to Yes.`,
    },
    polymarket: {
      title: `Will the Fed ${verb} after the March 2027 meeting?`,
      rules: `This market will resolve to "Yes" if the upper bound of the target federal funds rate is ${condition} after the FOMC meeting scheduled for March 16-17, 2027.`,
    },
  }));

const PERSONS = ['Ann Corvane', 'Bo Lindt', 'Ana Ruiz', 'Carl Otter', 'Dora Quill'];
const STATES = ['Ohio', 'Maine', 'Iowa'];

function drawNominees(choice: SeededChoice): readonly Outcome[] {
  const state = choice.pick(STATES);
  return PERSONS.slice(0, choice.whole(2, PERSONS.length)).map((name) => ({
    name,
    kalshi: {
      title: `${state} Governor Republican nominee?: ${name}`,
      rules: `If ${name} is the Republican nominee for Governor of ${state} in 2027, then the market resolves to Yes.`,
    },
    polymarket: {
      title: `Will ${name} be the Republican nominee for Governor of ${state} in 2027?`,
      rules: `This market will resolve to "Yes" if ${name} is the Republican nominee for Governor of ${state} in 2027. Otherwise, this market will resolve to "No".`,
    },
  }));
}
