import type { VenueName } from '../src/contract/model/ids.ts';
import type { Instrument } from '../src/contract/model/instrument.ts';
import type { TimestampMs } from '../src/contract/model/time.ts';
import { instrumentAt } from './listings-bench.ts';

const TEAMS =
  'Atlanta/Hawks Boston/Celtics Brooklyn/Nets Charlotte/Hornets Chicago/Bulls Cleveland/Cavaliers Dallas/Mavericks Denver/Nuggets Detroit/Pistons Houston/Rockets Indiana/Pacers Memphis/Grizzlies Miami/Heat Milwaukee/Bucks Minnesota/Timberwolves Orlando/Magic Phoenix/Suns Sacramento/Kings Toronto/Raptors Utah/Jazz'
    .split(' ')
    .map((text) => text.split('/') as [city: string, name: string]);
const STATES =
  'Texas Ohio Georgia Maine Iowa Florida Michigan Nevada Arizona Wisconsin Virginia Kansas Oregon Alabama Kentucky'.split(
    ' ',
  );
const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'XRP', 'Dogecoin'];
const CITIES = ['New York City', 'Chicago', 'Miami', 'Austin', 'Denver', 'Philadelphia', 'Los Angeles'];
const SYLLABLES = 'bar kel mon dra vis tor len sha ric pol ham den fro gul wes'.split(' ');
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 11, 1);

interface Texts {
  readonly title: string;
  readonly rules: string;
  readonly day: number; // on which the listing closes, from the first day
}

const FALLBACK =
  ' If the event is postponed, this market remains open until it has been completed. If it is cancelled entirely, the market resolves at a fair price in accordance with the rules. The primary source is official information of the organizer; a consensus of credible reporting may also be used. Revisions after the close are not considered.';

/** Listings of one venue, of which about a third have a counterpart at the other venue. */
export function matchingListings(venue: 'Kalshi' | 'Polymarket', count: number): readonly Instrument[] {
  const first = venue === 'Kalshi' ? 1 : 1_000_001;
  return Array.from({ length: count }, (_, index) => {
    const { title, rules, day } = (venue === 'Kalshi' ? kalshiAt : polymarketAt)(index);
    return {
      ...instrumentAt(first + index),
      venue: venue as VenueName,
      venueInstrumentId: `${venue}-${index}`,
      ticker: `${venue}-${index}`,
      slug: `${venue}-${index}`,
      title,
      description: rules + FALLBACK,
      status: 'OPEN',
      closeTime: (FIRST_DAY + (day + 1) * DAY_MS - 60_000) as TimestampMs,
    };
  });
}

const pick = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length] as Value;
const toDay = (day: number): string =>
  new Date(FIRST_DAY + day * DAY_MS).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const toName = (index: number): string => {
  const syllable = (at: number): string => pick(SYLLABLES, Math.floor(index / SYLLABLES.length ** at));
  const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
  return `${capital(syllable(0) + syllable(1))} ${capital(syllable(2) + syllable(0) + syllable(1))}`;
};

function kalshiAt(index: number): Texts {
  const item = Math.floor(index / 4);
  const [day, level] = [item % 150, Math.floor(item / 150)];
  const date = toDay(day);
  if (index % 4 === 0) {
    const [[away], [home]] = [pick(TEAMS, item), pick(TEAMS, item + 1 + (level % 9))];
    const title = `${away} at ${home} Winner?: ${level % 2 === 0 ? away : home}`;
    const winner = level % 2 === 0 ? away : home;
    return {
      title,
      day: day + 14,
      rules: `If ${winner} wins the ${away} at ${home} professional basketball game originally scheduled for ${date}, then the market resolves to Yes.`,
    };
  }
  if (index % 4 === 1) {
    const [coin, amount] = [pick(COINS, level), (20_000 + level * 500).toLocaleString('en-US')];
    const rules = `If the price of ${coin} at 5 PM EST on ${date} is above $${amount}, then the market resolves to Yes.`;
    return { title: `${coin} price on ${date}: Above $${amount}`, rules, day };
  }
  if (index % 4 === 2) {
    const [state, name] = [pick(STATES, item), toName(item)];
    const rules = `If ${name} wins the nomination for the Democratic Party to contest the 2028 ${state} Senate seat, then the market resolves to Yes.`;
    return { title: `${state} Democratic Senate nominee?: ${name}`, rules, day: 300 + (item % 200) };
  }
  const [city, low] = [pick(CITIES, item), 30 + level];
  const rules = `If the highest temperature recorded in ${city} for ${date} as reported by the National Weather Service's Climatological Report (Daily), is between ${low}-${low + 1}°, then the market resolves to Yes.`;
  return { title: `Highest temperature in ${city} on ${date}?: ${low}° to ${low + 1}°`, rules, day };
}

function polymarketAt(index: number): Texts {
  const item = Math.floor(index / 4);
  const [day, level] = [item % 150, Math.floor(item / 150)];
  const date = toDay(day);
  if (index % 4 === 0) {
    const [[, away], [, home]] = [pick(TEAMS, item), pick(TEAMS, item + 1 + (level % 9))];
    const rules = `YES is ${away}; NO is ${home}. In the upcoming NBA game, scheduled for ${date} at 7:30PM ET: If the ${away} win, the market will resolve to "${away}". If the ${home} win, the market will resolve to "${home}".`;
    return { title: `${away} vs. ${home}: ${away}`, rules, day: day + 7 };
  }
  if (index % 4 === 1) {
    const [coin, amount] = [pick(COINS, level), (20_000 + level * 500).toLocaleString('en-US')];
    const rules = `This market will resolve to "Yes" if the price of ${coin} at 5:00 PM ET on ${date} is higher than $${amount}. Otherwise, this market will resolve to "No".`;
    return { title: `Will the price of ${coin} be above $${amount} on ${date}?`, rules, day };
  }
  if (index % 4 === 2) {
    const [state, name] = [pick(STATES, item), toName(item)];
    const rules = `This market will resolve to "Yes" if ${name} wins and accepts the 2028 nomination of the Democratic Party for Senate in ${state}. Otherwise, this market will resolve to "No".`;
    return {
      title: `Will ${name} be the Democratic nominee for Senate in ${state}?`,
      rules,
      day: 300 + (item % 200),
    };
  }
  const [city, low] = [pick(CITIES, item), 30 + level];
  const rules = `This market will resolve to the temperature range that contains the highest temperature recorded in ${city} in degrees Fahrenheit on ${date}. It resolves to "Yes" if it is between ${low}°F and ${low + 1}°F.`;
  return {
    title: `Will the highest temperature in ${city} be between ${low}-${low + 1}°F on ${date}?`,
    rules,
    day,
  };
}
