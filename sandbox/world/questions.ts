import type { Question } from './question.ts';

/** What the sandbox exchanges list. */
export const QUESTIONS: readonly Question[] = [
  temperature('KXHIGHNY', 'New York', 'nyc', 61, 0.42, 8),
  temperature('KXHIGHCHI', 'Chicago', 'chicago', 48, 0.55, 9),
  bitcoin(120_000, 0.34, 30),
  bitcoin(150_000, 0.12, 30),
  {
    key: 'fed-cut-january',
    category: 'Economics',
    fair: 0.63,
    volatility: 0.12,
    kalshi: {
      seriesTicker: 'KXFEDDECISION',
      seriesTitle: 'Fed decision',
      eventTicker: 'KXFEDDECISION-JAN',
      eventTitle: 'What will the Fed decide in January?',
      ticker: 'KXFEDDECISION-JAN-C25',
      yesSubTitle: 'Cut of 25 basis points or more',
      rulesPrimary:
        'If the Federal Reserve lowers its target range at its January meeting, the market resolves to Yes.',
      feeType: 'quadratic_with_maker_fees',
      closeInDays: 60,
    },
    polymarket: {
      slug: 'fed-no-cut-in-january',
      question: 'Will the Fed leave rates unchanged or raise them in January?',
      description: 'Resolves Yes if the Federal Reserve does not lower its target range in January.',
      eventSlug: 'fed-decision-in-january',
      eventTitle: 'Fed decision in January?',
      tag: 'Economy',
      tickSize: '0.01',
      minSize: 5,
      feeRate: '0.05',
      endInDays: 60,
    },
    inverted: true,
  },
  cpi('0.2', 0.58),
  cpi('0.3', 0.27),
  match('Rivera', 'Okafor', 0.46),
  match('Lindqvist', 'Tanaka', 0.71),
  {
    key: 'senate-majority',
    category: 'Politics',
    fair: 0.52,
    volatility: 0.1,
    polymarket: {
      slug: 'senate-passes-the-budget-bill-this-year',
      question: 'Will the Senate pass the budget bill this year?',
      description: 'Resolves Yes if the Senate passes the budget bill by December 31.',
      eventSlug: 'budget-bill',
      eventTitle: 'Budget bill',
      tag: 'Politics',
      tickSize: '0.001',
      minSize: 5,
      feeRate: '0.04',
      endInDays: 45,
    },
  },
];

function temperature(
  seriesTicker: string,
  city: string,
  slug: string,
  floor: number,
  fair: number,
  days: number,
): Question {
  const title = `Highest temperature in ${city}`;
  return {
    key: `high-${slug}-${floor}`,
    category: 'Climate and Weather',
    fair,
    volatility: 0.2,
    kalshi: {
      seriesTicker,
      seriesTitle: title,
      eventTicker: `${seriesTicker}-D${days}`,
      eventTitle: `${title} in ${days} days?`,
      ticker: `${seriesTicker}-D${days}-T${floor}`,
      yesSubTitle: `${floor + 1}° or above`,
      rulesPrimary: `If the highest temperature in ${city} is above ${floor}°, the market resolves to Yes.`,
      strikeType: 'greater',
      floorStrike: floor,
      closeInDays: days,
    },
    polymarket: {
      slug: `highest-temperature-in-${slug}-above-${floor}`,
      question: `Will the highest temperature in ${city} be above ${floor}°?`,
      description: `Resolves Yes if the highest temperature in ${city} is above ${floor}°.`,
      eventSlug: `highest-temperature-in-${slug}`,
      eventTitle: `${title}?`,
      tag: 'Weather',
      tickSize: '0.01',
      minSize: 5,
      feeRate: '0.05',
      endInDays: days,
    },
  };
}

function bitcoin(strike: number, fair: number, days: number): Question {
  return {
    key: `btc-above-${strike}`,
    category: 'Crypto',
    fair,
    volatility: 0.1,
    kalshi: {
      seriesTicker: 'KXBTCMAX',
      seriesTitle: 'Bitcoin price',
      eventTicker: 'KXBTCMAX-M1',
      eventTitle: 'How high will Bitcoin get this month?',
      ticker: `KXBTCMAX-M1-T${strike}`,
      yesSubTitle: `Above $${strike.toLocaleString('en-US')}`,
      rulesPrimary: `If the price of Bitcoin is above $${strike} at any time before the close, the market resolves to Yes.`,
      strikeType: 'greater',
      floorStrike: strike,
      priceLevelStructure: 'tapered_deci_cent',
      shard: 2,
      closeInDays: days,
    },
    polymarket: {
      slug: `will-bitcoin-reach-${strike}`,
      question: `Will Bitcoin reach $${strike.toLocaleString('en-US')} this month?`,
      description: `Resolves Yes if Bitcoin trades above $${strike} before the end date.`,
      eventSlug: 'what-price-will-bitcoin-hit',
      eventTitle: 'What price will Bitcoin hit this month?',
      tag: 'Crypto',
      tickSize: '0.001',
      minSize: 5,
      feeRate: '0.07',
      endInDays: days,
    },
  };
}

function cpi(percent: string, fair: number): Question {
  return {
    key: `cpi-above-${percent}`,
    category: 'Economics',
    fair,
    volatility: 0.15,
    kalshi: {
      seriesTicker: 'KXCPI',
      seriesTitle: 'CPI month over month',
      eventTicker: 'KXCPI-NEXT',
      eventTitle: 'CPI month over month in the next release?',
      ticker: `KXCPI-NEXT-T${percent}`,
      yesSubTitle: `Above ${percent}%`,
      rulesPrimary: `If the CPI rises by more than ${percent}% in the next release, the market resolves to Yes.`,
      strikeType: 'greater',
      floorStrike: Number(percent),
      feeMultiplier: 0.5,
      closeInDays: 21,
    },
  };
}

function match(player: string, other: string, fair: number): Question {
  const event = `KXTENNIS-${player.toUpperCase().slice(0, 3)}${other.toUpperCase().slice(0, 3)}`;
  return {
    key: `tennis-${player}-${other}`,
    category: 'Sports',
    fair,
    volatility: 0.18,
    kalshi: {
      seriesTicker: 'KXTENNIS',
      seriesTitle: 'Tennis matches',
      eventTicker: event,
      eventTitle: `${player} vs ${other}`,
      ticker: `${event}-${player.toUpperCase().slice(0, 3)}`,
      yesSubTitle: player,
      rulesPrimary: `If ${player} wins the match against ${other}, the market resolves to Yes.`,
      strikeType: 'structured',
      priceLevelStructure: 'deci_cent',
      feeType: 'quadratic_with_maker_fees',
      shard: 3,
      closeInDays: 14,
    },
    polymarket: {
      slug: `${player}-vs-${other}`.toLowerCase(),
      question: `${player} vs. ${other}`,
      description: `Resolves to the winner of the match.`,
      eventSlug: `${player}-vs-${other}`.toLowerCase(),
      eventTitle: `${player} vs. ${other}`,
      tag: 'Sports',
      tickSize: '0.01',
      minSize: 5,
      feeRate: '0.03',
      outcomes: [player, other],
      endInDays: 14,
      secondsDelay: 3,
    },
  };
}
