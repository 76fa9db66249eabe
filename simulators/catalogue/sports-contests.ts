import type { DayOf, EventTemplate } from './event-template.ts';

/** Questions of which of several comes about, one listing for each, as both exchanges list them. */
export function contests(on: DayOf): readonly EventTemplate[] {
  const spring = on(200);
  return [
    ...each(
      'dem-nominee',
      'Politics',
      500,
      '2028 Democratic presidential nominee?',
      { 'Gavin Newsom': 0.33, 'Pete Buttigieg': 0.11, 'Josh Shapiro': 0.08, 'Kamala Harris': 0.05 },
      (who) => `Will ${who} win the 2028 Democratic presidential nomination?`,
      (who) => `${who} wins the 2028 nomination of the Democratic Party for President`,
    ),
    ...each(
      'president',
      'Politics',
      500,
      'Who will win the 2028 presidential election?',
      { 'JD Vance': 0.28, 'Gavin Newsom': 0.19, 'Marco Rubio': 0.07 },
      (who) => `Will ${who} win the 2028 US Presidential Election?`,
      (who) => `${who} wins the 2028 U.S. Presidential Election`,
    ),
    ...each(
      'nba',
      'Sports',
      200,
      `${spring.year} Pro Basketball Champion?`,
      {
        'Oklahoma City Thunder': 0.36,
        'Denver Nuggets': 0.14,
        'Boston Celtics': 0.06,
        'Houston Rockets': 0.09,
      },
      (team) => `Will the ${team} win the ${spring.year} NBA Finals?`,
      (team) => `the ${team} win the ${spring.year} NBA Finals`,
    ),
    ...each(
      'super-bowl',
      'Sports',
      85,
      `${on(85).year} Pro Football Champion?`,
      {
        'Buffalo Bills': 0.13,
        'Kansas City Chiefs': 0.1,
        'Philadelphia Eagles': 0.12,
        'Detroit Lions': 0.11,
      },
      (team) => `Will the ${team} win Super Bowl ${on(85).year}?`,
      (team) => `the ${team} win the Super Bowl in ${on(85).year}`,
    ),
    ...each(
      'epl',
      'Sports',
      185,
      `Premier League winner ${on(0).year}-${String(on(185).year).slice(2)}?`,
      { Arsenal: 0.48, 'Manchester City': 0.27, Liverpool: 0.11, Chelsea: 0.06 },
      (club) => `Will ${club} win the ${on(0).year}-${String(on(185).year).slice(2)} English Premier League?`,
      (club) => `${club} win the ${on(0).year}-${String(on(185).year).slice(2)} English Premier League`,
    ),
    ...each(
      'largest',
      'Companies',
      195,
      `Largest company on ${on(195).short}?`,
      { Nvidia: 0.59, Alphabet: 0.17, Apple: 0.11, Microsoft: 0.08 },
      (company) => `Will ${company} be the largest company on ${on(195).long}?`,
      (company) => `${company} has the largest market value at the close of trading on ${on(195).long}`,
    ),
    ...each(
      'picture',
      'Culture',
      110,
      'Oscar for Best Picture?',
      { 'The Odyssey': 0.3, Digger: 0.12, Hamnet: 0.08 },
      (film) => `Will ${film} win Best Picture at the next Oscars?`,
      (film) => `${film} wins Best Picture at the next Academy Awards`,
    ),
    ...each(
      'eurovision',
      'Culture',
      175,
      `Eurovision ${on(175).year} winner?`,
      { Sweden: 0.16, Italy: 0.11, Finland: 0.14 },
      (country) => `Will ${country} win Eurovision ${on(175).year}?`,
      (country) => `${country} wins the Eurovision Song Contest ${on(175).year}`,
    ),
    ...readings(on),
    ...traps(on),
  ];
}

function each(
  series: string,
  category: EventTemplate['category'],
  days: number,
  event: string,
  chances: Readonly<Record<string, number>>,
  question: (outcome: string) => string,
  condition: (outcome: string) => string,
): readonly EventTemplate[] {
  return Object.entries(chances).map(([outcome, fair]) => ({
    key: `${series}-${outcome.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
    category,
    fair,
    days,
    kalshi: [
      series.toUpperCase().replaceAll('-', ''),
      event,
      outcome,
      `If ${condition(outcome)}, then the market resolves to Yes.`,
    ],
    polymarket: [
      question(outcome),
      `This market will resolve to "Yes" if ${condition(outcome)}. Otherwise, this market will resolve to "No".`,
    ],
  }));
}

/** Ladders of figures: inflation, and the temperature of a day. */
function readings(on: DayOf): readonly EventTemplate[] {
  const month = on(40).month;
  const inflation = ['2.8', '3.0', '3.2'].map(
    (percent, at): EventTemplate => ({
      key: `cpi-${percent.replace('.', '')}`,
      category: 'Economics',
      fair: [0.7, 0.42, 0.15][at] ?? 0.5,
      days: 53,
      kalshi: [
        'CPIYOY',
        `CPI year-over-year in ${month}?`,
        `Above ${percent}%`,
        `If the Consumer Price Index increases by more than ${percent}% over the 12 months ending ${month}, then the market resolves to Yes.`,
      ],
      polymarket: [
        `Will annual inflation be above ${percent}% in ${month}?`,
        `Resolves "Yes" if the CPI-U rose more than ${percent}% over the 12 months ending ${month}.`,
      ],
    }),
  );
  const day = on(12);
  const heat = [53, 57, 61].map(
    (degrees, at): EventTemplate => ({
      key: `nyc-high-${degrees}`,
      category: 'Climate and Weather',
      fair: [0.66, 0.4, 0.18][at] ?? 0.5,
      days: 12,
      kalshi: [
        'HIGHNY',
        `Highest temperature in NYC on ${day.short}?`,
        `${degrees}° or above`,
        `If the highest temperature recorded in Central Park, New York on ${day.short} is greater than ${degrees - 1}°, then the market resolves to Yes.`,
      ],
      polymarket: [
        `Will the highest temperature in New York City be ${degrees}°F or higher on ${day.long}?`,
        `Resolves by the highest temperature recorded in Central Park, NYC on ${day.long}, in degrees Fahrenheit.`,
      ],
    }),
  );
  return [...inflation, ...heat];
}

/** Listed at one exchange only, beside a twin at the other that differs in one thing. */
function traps(on: DayOf): readonly EventTemplate[] {
  const month = on(40).month;
  const day = on(12);
  const only = (
    key: string,
    category: EventTemplate['category'],
    fair: number,
    days: number,
    question: string,
    rules: string,
  ): EventTemplate => ({ key, category, fair, days, polymarket: [question, rules] });
  const kalshi = (
    key: string,
    category: EventTemplate['category'],
    fair: number,
    days: number,
    event: string,
    outcome: string,
    rules: string,
  ): EventTemplate => ({
    key,
    category,
    fair,
    days,
    kalshi: [key.toUpperCase().replaceAll('-', ''), event, outcome, rules],
  });
  return [
    only(
      'core-cpi-30',
      'Economics',
      0.35,
      53,
      `Will annual core inflation be above 3.0% in ${month}?`,
      `Resolves "Yes" if core CPI rose more than 3.0% over the 12 months ending ${month}.`,
    ),
    only(
      'cpi-30-or-more',
      'Economics',
      0.5,
      53,
      `Will annual inflation be 3.0% or more in ${month}?`,
      `Resolves "Yes" if the CPI-U rose 3.0% or more over the 12 months ending ${month}.`,
    ),
    only(
      'nyc-high-57-laguardia',
      'Climate and Weather',
      0.41,
      12,
      `Will the highest temperature in New York City be 57°F or higher on ${day.long} at LaGuardia?`,
      `Resolves by the highest temperature recorded at LaGuardia Airport on ${day.long}.`,
    ),
    only(
      'nyc-low-57',
      'Climate and Weather',
      0.1,
      12,
      `Will the lowest temperature in New York City be 57°F or higher on ${day.long}?`,
      `Resolves by the lowest temperature recorded in Central Park on ${day.long}.`,
    ),
    only(
      'nba-west-thunder',
      'Sports',
      0.5,
      190,
      `Will the Oklahoma City Thunder win the Western Conference in ${on(190).year}?`,
      `Resolves "Yes" if the Oklahoma City Thunder win the ${on(190).year} NBA Western Conference Finals.`,
    ),
    only(
      'newsom-run',
      'Politics',
      0.85,
      500,
      'Will Gavin Newsom run for president in 2028?',
      'Resolves "Yes" if Gavin Newsom announces a candidacy for President in 2028.',
    ),
    only(
      'second-largest-nvidia',
      'Companies',
      0.2,
      195,
      `Will Nvidia be the second largest company on ${on(195).long}?`,
      `Resolves "Yes" if Nvidia has the second largest market value on ${on(195).long}.`,
    ),
    only(
      'btc-on-day',
      'Crypto',
      0.3,
      190,
      `Will Bitcoin be above $130,000 on ${on(190).long}?`,
      `Resolves "Yes" if the price of Bitcoin at 12:00 PM ET on ${on(190).long} is above $130,000.`,
    ),
    kalshi(
      'core-cpi-mom',
      'Economics',
      0.4,
      53,
      `Core CPI month-over-month in ${month}?`,
      'Above 0.3%',
      `If core CPI increases by more than 0.3% in ${month}, then the market resolves to Yes.`,
    ),
    kalshi(
      'chi-high-57',
      'Climate and Weather',
      0.2,
      12,
      `Highest temperature in Chicago on ${day.short}?`,
      '57° or above',
      `If the highest temperature recorded at Chicago Midway on ${day.short} is greater than 56°, then the market resolves to Yes.`,
    ),
    kalshi(
      'nba-mvp-jokic',
      'Sports',
      0.3,
      210,
      `Pro Basketball MVP ${on(0).year}-${String(on(200).year).slice(2)}?`,
      'Nikola Jokic',
      `If Nikola Jokic wins the ${on(0).year}-${String(on(200).year).slice(2)} Pro Basketball MVP, then the market resolves to Yes.`,
    ),
    kalshi(
      'ucl-arsenal',
      'Sports',
      0.15,
      190,
      `Champions League winner ${on(0).year}-${String(on(185).year).slice(2)}?`,
      'Arsenal',
      `If Arsenal wins the ${on(0).year}-${String(on(185).year).slice(2)} UEFA Champions League, then the market resolves to Yes.`,
    ),
    kalshi(
      'director',
      'Culture',
      0.4,
      110,
      'Oscar for Best Director?',
      'Christopher Nolan',
      'If Christopher Nolan wins Best Director at the next Academy Awards, then the market resolves to Yes.',
    ),
    kalshi(
      'btc-day',
      'Crypto',
      0.5,
      30,
      `Bitcoin price on ${on(30).short} at 5pm EST?`,
      '$100,000 or above',
      `If Bitcoin is above $99,999.99 at 5 PM EST on ${on(30).short}, then the market resolves to Yes.`,
    ),
    only(
      'btc-day-noon',
      'Crypto',
      0.5,
      30,
      `Will the price of Bitcoin be above $100,000 on ${on(30).long}?`,
      `Resolves by the price of Bitcoin at 12:00 PM ET on ${on(30).long}.`,
    ),
  ];
}
