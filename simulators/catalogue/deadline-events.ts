import type { DayOf, EventTemplate } from './event-template.ts';

/** Questions of whether something happens before a day. The first six are Demo's too, word for word in meaning. */
export function deadlines(on: DayOf): readonly EventTemplate[] {
  return [
    ...allThree(on),
    ...reached(on),
    before(
      'rate-cut',
      'Economics',
      0.55,
      on(160),
      'Will the Fed cut rates',
      'FEDCUT',
      'the upper bound of the federal funds target range is lowered',
      {
        inverted: true,
        polymarket: [
          `Will the Fed hold or raise rates through ${on(159).long}?`,
          `Resolves "Yes" if the upper bound of the federal funds target range is not lowered before ${on(160).long}.`,
        ],
      },
    ),
    before(
      'gov-shutdown',
      'Politics',
      0.36,
      on(120),
      'Will there be a US government shutdown',
      'GOVSHUT',
      'there is a lapse in appropriations that leads to a US federal government shutdown',
      {
        inverted: true,
        polymarket: [
          `Will the US government stay funded through ${on(119).long}?`,
          `Resolves "Yes" if no lapse in appropriations leads to a US federal government shutdown before ${on(120).long}.`,
        ],
      },
    ),
    before(
      'starmer-out',
      'Politics',
      0.4,
      on(200),
      'Will Keir Starmer leave office as Prime Minister',
      'STARMER',
      'Keir Starmer ceases to be Prime Minister of the United Kingdom',
      {
        inverted: true,
        polymarket: [
          `Will Keir Starmer remain Prime Minister through ${on(199).long}?`,
          `Resolves "Yes" if Keir Starmer is Prime Minister of the United Kingdom until ${on(200).long}.`,
        ],
      },
    ),
    before(
      'cook-out',
      'Companies',
      0.3,
      on(220),
      'Will Tim Cook leave as CEO of Apple',
      'COOKOUT',
      'Tim Cook ceases to be CEO of Apple',
      {
        inverted: true,
        polymarket: [
          `Will Tim Cook remain CEO of Apple through ${on(219).long}?`,
          `Resolves "Yes" if Tim Cook is CEO of Apple until ${on(220).long}.`,
        ],
      },
    ),
    before(
      'ceasefire',
      'Politics',
      0.33,
      on(130),
      'Will Russia and Ukraine agree to a ceasefire',
      'CEASEFIRE',
      'Russia and Ukraine agree to a ceasefire',
    ),
    before(
      'taiwan',
      'Politics',
      0.06,
      on(400),
      'Will China invade Taiwan',
      'TAIWAN',
      'China commences a military invasion of Taiwan',
    ),
    before(
      'anthropic-ipo',
      'Companies',
      0.35,
      on(400),
      'Will Anthropic go public',
      'ANTHIPO',
      'Anthropic completes its initial public offering',
    ),
    before(
      'gpt-6',
      'Science',
      0.45,
      on(140),
      'Will OpenAI release GPT-6',
      'GPT6',
      'OpenAI releases GPT-6 to the public',
    ),
    before(
      'foldable',
      'Companies',
      0.7,
      on(290),
      'Will Apple release a foldable iPhone',
      'FOLD',
      'Apple releases a foldable iPhone',
    ),
    // Traps: the same words with one of them changed.
    before(
      'ceasefire-later',
      'Politics',
      0.42,
      on(160),
      'Will Russia and Ukraine agree to a ceasefire',
      'CEASEFIREB',
      'Russia and Ukraine agree to a ceasefire',
      'polymarket',
    ),
    before(
      'blockade',
      'Politics',
      0.09,
      on(400),
      'Will China blockade Taiwan',
      'BLOCKADE',
      'China commences a blockade of Taiwan',
      'polymarket',
    ),
    before(
      'anthropic-announce',
      'Companies',
      0.5,
      on(400),
      'Will Anthropic announce an IPO',
      'ANTHANN',
      'Anthropic announces an initial public offering',
      'polymarket',
    ),
    before(
      'starmer-resign',
      'Politics',
      0.25,
      on(200),
      'Will Keir Starmer resign',
      'STARRES',
      'Keir Starmer announces his resignation as Prime Minister',
      'kalshi',
    ),
    before(
      'foldable-announce',
      'Companies',
      0.78,
      on(290),
      'Will Apple announce a foldable iPhone',
      'FOLDANN',
      'Apple announces a foldable iPhone',
      'kalshi',
    ),
  ];
}

/** Listed at Demo as well, so their editions follow each other as Demo's do: all three close on one day. */
function allThree(on: DayOf): readonly EventTemplate[] {
  return [
    {
      ...before(
        'eth-10k',
        'Crypto',
        0.17,
        on(250),
        'Will Ether be above $10,000',
        'ETHMAX',
        'the CF Benchmarks Ether reference rate is above 10,000 dollars on any day',
      ),
      everyDays: 273,
    },
    {
      ...before(
        'brent-100',
        'Economics',
        0.16,
        on(220),
        'Will Brent be above $100',
        'BRENT',
        'the front-month Brent future settles above 100 dollars',
      ),
      everyDays: 246,
    },
    {
      ...before(
        'quake-8',
        'Science',
        0.54,
        on(205),
        'Will there be an earthquake of magnitude 8 or more',
        'QUAKE',
        'the USGS catalogue has an earthquake of moment magnitude 8 or more',
      ),
      everyDays: 231,
    },
    {
      ...before(
        'uk-election',
        'Politics',
        0.18,
        on(300),
        'Will a UK general election be called',
        'UKELECTION',
        'a dissolution of the UK Parliament for a general election is announced',
      ),
      everyDays: 345,
    },
    {
      ...before(
        'openai-ipo',
        'Companies',
        0.23,
        on(405),
        'Will OpenAI be listed on a stock exchange',
        'OPENAI',
        'shares of OpenAI have their first day of trading on a stock exchange',
      ),
      everyDays: 466,
    },
    {
      ...before(
        'unemployment-5',
        'Economics',
        0.24,
        on(270),
        'Will US unemployment be at 5% or more',
        'U3',
        'the seasonally adjusted U-3 unemployment rate as first published is 5% or more',
      ),
      everyDays: 301,
    },
  ];
}

/** Prices that are touched or not, a ladder of each; one rung of each ladder is listed with another date. */
function reached(on: DayOf): readonly EventTemplate[] {
  const rung = (asset: string, code: string, value: number, fair: number, day: number): EventTemplate => {
    const price = `$${value.toLocaleString('en-US')}`;
    return before(
      `${code}-${value}`,
      'Crypto',
      fair,
      on(day),
      `Will ${asset} reach ${price}`,
      `${code.toUpperCase()}MAX`,
      `the price of ${asset} is ${price} or more at any time`,
    );
  };
  const rungs = [
    rung('Bitcoin', 'btc', 130_000, 0.62, 190),
    rung('Bitcoin', 'btc', 160_000, 0.33, 190),
    rung('Bitcoin', 'btc', 200_000, 0.12, 190),
    rung('Solana', 'sol', 300, 0.31, 190),
    rung('XRP', 'xrp', 4, 0.29, 190),
  ];
  const later = { ...rung('Bitcoin', 'btc', 175_000, 0.3, 220), key: 'btc-175000-later' };
  const sooner = rung('Bitcoin', 'btc', 175_000, 0.24, 190);
  return [...rungs, without(later, 'polymarket'), without(sooner, 'kalshi')];
}

type Listed = 'kalshi' | 'polymarket';

function before(
  key: string,
  category: EventTemplate['category'],
  fair: number,
  day: ReturnType<DayOf>,
  question: string,
  series: string,
  condition: string,
  more: Listed | Partial<EventTemplate> = {},
): EventTemplate {
  const asked: EventTemplate = {
    key,
    category,
    fair,
    days: day.days,
    kalshi: [
      series,
      `${question} before ${day.short}?`,
      '',
      `If ${condition} before ${day.short}, then the market resolves to Yes.`,
    ],
    polymarket: [
      `${question} before ${day.long}?`,
      `This market will resolve to "Yes" if ${condition} before ${day.long}. Otherwise, this market will resolve to "No".`,
    ],
    ...(typeof more === 'string' ? {} : more),
  };
  return typeof more === 'string' ? without(asked, more === 'kalshi' ? 'polymarket' : 'kalshi') : asked;
}

function without(asked: EventTemplate, side: Listed): EventTemplate {
  const { [side]: _, ...rest } = asked;
  return rest;
}
