import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

type Texts = readonly [title: string, rules: string];
const toListing = ([title, rules]: Texts, category: string): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category,
  openTime: null,
  closeTime: Date.UTC(2027, 5, 30, 23) as TimestampMs,
});

/** The verdict and the reasons against one contract, which are the same in both orders. */
function compare(one: Texts, other: Texts, category = 'Any'): string {
  const [a, b] = [toListing(one, category), toListing(other, category)];
  const [match, swapped] = [compareListings(a, b), compareListings(b, a)];
  assert.equal(match.verdict, swapped.verdict);
  const against = match.reasons.filter(({ kind }) => kind === 'veto' || kind === 'gap');
  return [match.verdict, ...new Set(against.map(({ name }) => name))].join(' ');
}

describe('the index of a publisher', () => {
  const toClose = (index: string): Texts => [
    `Will the ${index} close above 2,500 on June 30?`,
    `This market will resolve to "Yes" if the ${index} index closes above 2,500 on June 30, 2027.`,
  ];
  it('is another one by another number or name', () => {
    assert.match(compare(toClose('Russell 2000'), toClose('Russell 1000')), /^different .*\bindex\b/);
    assert.match(compare(toClose('Nasdaq-100'), toClose('Nasdaq Composite')), /^different .*\bindex\b/);
    assert.equal(compare(toClose('Nasdaq-100'), toClose('Nasdaq 100')), 'same');
  });
});

describe('a setting of a leaderboard', () => {
  const toLeader = (setting: string): Texts => [
    'Which company has the best AI model at the end of June?: Anthropic',
    `If a model of Anthropic is ranked first on the Text Arena leaderboard ${setting} on June 30, 2027, then the market resolves to Yes.`,
  ];
  const OFF = [
    'with style control off',
    'without style control',
    'with style control disabled',
    'with style control removed',
    '(style control is off)',
    'with style control set to off',
  ];
  const ON = ['(style control on)', 'with style control enabled', 'with style control turned on'];
  it('selects another ranking, in whichever words', () => {
    for (const off of OFF) {
      for (const on of ON)
        assert.match(compare(toLeader(on), toLeader(off)), /^different .*\bsetting\b/, on + off);
      assert.equal(compare(toLeader(off), toLeader(OFF[0] ?? '')), 'same', off);
    }
    for (const on of ON) assert.equal(compare(toLeader(on), toLeader(ON[0] ?? '')), 'same', on);
  });
});

describe('an announcement', () => {
  const toExit = (announcement: string): Texts => [
    'Will Ana Duarte leave as Mayor of Porto by June 30?',
    `This market will resolve to "Yes" if Ana Duarte ceases to be Mayor of Porto by June 30, 2027. ${announcement}`,
  ];
  const counts = toExit('An announcement of her resignation will resolve this market to "Yes".');
  it('that is a second condition at one venue is a gap where it does not count at the other', () => {
    const orAnnounces: Texts = [
      'When will Ana Duarte leave as Mayor of Porto?: Before July 1, 2027',
      'If Ana Duarte leaves or announces that she will leave the office of Mayor of Porto before Jul 1, 2027, then the market resolves to Yes.',
    ];
    for (const words of ['An announcement alone does not count.', 'An announcement will not count.'])
      assert.match(compare(orAnnounces, toExit(words)), /^unsure .*\bannouncement\b/, words);
    assert.match(compare(orAnnounces, toExit('')), /^unsure .*\bannouncement\b/);
    assert.equal(compare(orAnnounces, toExit('An announcement counts too.')), 'same');
  });
  it('that counts at one venue alone is a gap', () => {
    const excluded = toExit('An announcement of a later departure is not sufficient.');
    assert.equal(compare(counts, excluded), 'unsure announcement');
    const encompassed = toExit(
      'An announcement by her or the council that she will leave is also encompassed by the Payout Criterion.',
    );
    const alone = toExit('An announcement of a resignation which is not in effect will not alone qualify.');
    const alsoPaid = toExit(
      'It also resolves to "Yes" if she leaves, or officially announces her resignation.',
    );
    const unsatisfied = toExit(
      'An announcement of a resignation alone does not satisfy the Payout Criterion.',
    );
    assert.equal(compare(alsoPaid, unsatisfied), 'unsure announcement');
    assert.equal(compare(encompassed, alone), 'unsure announcement');
    assert.equal(compare(encompassed, counts), 'same');
    assert.equal(compare(excluded, alone), 'same');
    assert.equal(compare(counts, toExit('')), 'unsure announcement');
    assert.equal(compare(excluded, toExit('')), 'same');
    assert.equal(compare(counts, counts), 'same');
  });
});

describe('a tie for the last counted place', () => {
  const toTop = (ties: string): Texts => [
    'Will Viktor Hovland finish in the top 5 at the 2027 PGA Championship?',
    `This market will resolve to "Yes" if Viktor Hovland finishes in the top 5 of the 2027 PGA Championship. ${ties}`,
  ];
  it('counts or does not', () => {
    const excluded = toTop('Players who are tied beyond fifth place are not considered.');
    assert.match(compare(toTop('Ties count.'), excluded), /^different .*\btied places\b/);
    assert.equal(compare(toTop('Ties count.'), toTop('')), 'unsure tied places');
    assert.equal(compare(toTop('Ties count.'), toTop('Ties count.')), 'same');
    assert.equal(compare(toTop('Ties count.'), toTop('A tie for fifth place counts.')), 'same');
    assert.match(compare(toTop('Ties count.'), toTop('A tie for fifth place does not count.')), /^different/);
  });

  it('is a gap where its words are not read', () => {
    const others = [
      'If more than five players are tied, a countback decides.',
      'In the case of a tie for fifth place, this market will resolve 50-50.',
    ];
    for (const ties of others) {
      assert.equal(compare(toTop(ties), toTop('')), 'unsure tied places', ties);
      assert.equal(compare(toTop('Ties count.'), toTop(ties)), 'unsure tied places', ties);
    }
  });
});

describe('a tie or a postponement of a game', () => {
  const toGame = (later: string): Texts => [
    'Dallas at Chicago Winner?: Dallas',
    `If Dallas wins the Dallas at Chicago professional football game originally scheduled for Jun 27, 2027, then the market resolves to Yes. ${later}`,
  ];
  it('that pays half at one venue and nothing at the other is a gap', () => {
    const half = toGame('If the game ends in a tie, the market will resolve to $0.50.');
    const nothing = toGame('If the game ends in a tie, both markets resolve to No.');
    assert.equal(compare(half, nothing, 'Sports'), 'unsure draw');
    assert.equal(compare(half, half, 'Sports'), 'same');
  });
  it('that is paid half or played later is a gap', () => {
    const voided = toGame('If the game does not start on June 27, 2027, this market will resolve 50-50.');
    const later = toGame('If the game is postponed, the market remains open until it has been played.');
    assert.equal(compare(voided, later, 'Sports'), 'unsure postponement');
    assert.equal(compare(later, later, 'Sports'), 'same');
  });
});

describe('a condition that only one claim accepts', () => {
  const toDefault = (condition: string): Texts => [
    'Will Ghana default in 2027?',
    `This market will resolve to "Yes" if Ghana misses a payment of its bonds in 2027${condition}.`,
  ];
  it('is a gap when it names another authority', () => {
    assert.equal(compare(toDefault(''), toDefault(', or if Moody declares a default')), 'unsure claim');
  });
  const toRelief = (acts: string, later = ''): Texts => [
    'Will the governor pardon Lena Ortiz by June 30?',
    `This market will resolve to "Yes" if the governor grants Lena Ortiz ${acts} by June 30, 2027. ${later}`,
  ];
  it('is a gap when the other listing excludes its act', () => {
    const excluded = toRelief('a pardon', 'A commutation does not count.');
    assert.match(compare(toRelief('a pardon or a commutation'), excluded), /^unsure .*\bclaim\b/);
    assert.equal(compare(toRelief('a pardon, not merely a commutation,'), excluded), 'same');
  });
  const toSnow = (claim: string): Texts => [
    'Will it snow in Denver on June 30?',
    `This market will resolve to "Yes" if ${claim} at Denver International Airport on June 30, 2027.`,
  ];
  it('is a gap when the claims state other thresholds that the titles omit', () => {
    const trace = toSnow('more than 0.1 inches of snow fall');
    const deep = toSnow('2 inches or more of snow fall');
    assert.match(compare(trace, deep), /^unsure .*\bthreshold\b/);
    assert.equal(compare(deep, deep), 'same');
  });
});

describe('an average price', () => {
  const toPrice = (comparator: string): Texts => [
    `Gas prices on June 30?: ${comparator}`,
    `If the national average of gasoline on Jun 30, 2027 is ${comparator}, then the market resolves to Yes.`,
  ];
  it('may equal its threshold', () => {
    const above = toPrice('above $3.250');
    assert.equal(compare(above, toPrice('at least $3.250')), 'unsure strictness');
    assert.equal(compare(above, above), 'same');
  });
});

describe('two named outcomes of a question', () => {
  const named: Texts = [
    'Vega Corp or Orion Labs: which launches first?: Vega Corp',
    'YES is Vega Corp; NO is Orion Labs. This market will resolve to "Vega Corp" if Vega Corp launches its phone before Orion Labs, and to "Orion Labs" if Orion Labs launches first.',
  ];
  const toOutcome = (name: string, other: string): Texts => [
    `Which launches first: Vega Corp or Orion Labs?: ${name}`,
    `If ${name} launches its phone before ${other}, then the market resolves to Yes.`,
  ];
  it('are opposite to each other', () => {
    assert.equal(compare(named, toOutcome('Orion Labs', 'Vega Corp')), 'same-inverted');
    assert.equal(compare(named, toOutcome('Vega Corp', 'Orion Labs')), 'same');
  });
});

describe('the sector of a survey', () => {
  const toSurvey = (index: string): Texts => [
    `${index} above 50 in December?`,
    `This market will resolve to "Yes" if the ${index} for December 2026 is above 50.0.`,
  ];
  it('is another index', () => {
    const services = toSurvey('ISM Services PMI');
    assert.match(compare(toSurvey('ISM Manufacturing PMI'), services), /^different .*\bsurvey\b/);
    assert.equal(compare(services, services), 'same');
  });
});

describe('the price that another one is compared with', () => {
  const toRise = (than: string): Texts => [
    'S&P 500 up on December 14?',
    `This market will resolve to "Yes" if the S&P 500 closes higher on December 14, 2026 ${than}.`,
  ];
  it('is the opening of the day or an earlier close', () => {
    const close = toRise('than on December 11, 2026');
    assert.match(compare(close, toRise('than its opening value')), /^different .*\bcompared price\b/);
    assert.match(compare(toRise(''), toRise('than its opening value')), /^unsure .*\bcompared price\b/);
    assert.equal(compare(close, toRise('than its close on December 11, 2026')), 'same');
  });
});

describe('the price of a commodity', () => {
  const toGold = (price: string): Texts => [
    'Gold above $4,500 on December 31?',
    `This market will resolve to "Yes" if the ${price} is above $4,500 on December 31, 2026.`,
  ];
  it('is that of futures or of the commodity itself', () => {
    const futures = toGold('settlement price of the Feb 2027 gold futures contract');
    assert.match(compare(futures, toGold('close of XAUUSD')), /^unsure .*\bpriced contract\b/);
    assert.equal(compare(futures, futures), 'same');
  });
});

describe('the number of rate cuts', () => {
  const toCuts = (count: string): Texts => [
    'Will 4 Fed rate cuts happen in 2027?',
    `This market will resolve to "Yes" if the Fed cuts its rate exactly 4 times in 2027. ${count}`,
  ];
  it('counts a cut of two steps once or twice', () => {
    const once = toCuts('Each reduction counts as one cut, whatever its size.');
    const twice = toCuts('Cuts of 50 bps count as two cuts.');
    assert.match(compare(once, twice), /^different .*\bsteps\b/);
    assert.equal(compare(twice, twice), 'same');
  });
});

describe('what a core index leaves out', () => {
  const toCore = (items: string): Texts => [
    'Japan core CPI in December 2026?: Above 2.4%',
    `If the year-on-year change of the Japan core CPI (${items}) for December 2026 is above 2.4%, then the market resolves to Yes.`,
  ];
  it('makes it another figure', () => {
    const withoutFood = toCore('all items less fresh food');
    for (const items of ['excluding fresh food and energy', 'less food and energy', 'excluding energy'])
      assert.match(compare(withoutFood, toCore(items)), /^unsure .*\bleft out\b/, items);
    assert.equal(compare(withoutFood, toCore('excluding fresh food')), 'same');
    assert.equal(compare(toCore('less food and energy'), toCore('excluding energy and food')), 'same');
  });
});

describe('words at an event', () => {
  const toCall = (speakers: string): Texts => [
    'Will Tesla say "Optimus" during its earnings call for Q4 2026?',
    `This market will resolve to "Yes" if "Optimus" is said in the Tesla earnings call for Q4 2026. ${speakers}`,
  ];
  it('are those of one person or of all who speak for the company', () => {
    const one = toCall('Only Elon Musk counts: other speakers do not count.');
    const any = toCall('It counts when any executive of Tesla says it.');
    assert.match(compare(one, any), /^unsure .*\bspeakers\b/);
    assert.equal(compare(any, any), 'same');
  });
  it('of anyone include those of an analyst, and those of the company do not', () => {
    const any = toCall('It counts when any executive of Tesla says it.');
    for (const words of [
      'It counts when anyone says it.',
      'The term may be mentioned once by anyone during this event.',
      'It counts if it is said by any participant.',
    ]) {
      assert.match(compare(any, toCall(words)), /^unsure .*\bspeakers\b/, words);
      assert.equal(compare(toCall('It counts when anyone says it.'), toCall(words)), 'same', words);
    }
    assert.equal(compare(any, toCall('It counts if it is said by any representative of Tesla.')), 'same');
  });
});

describe('another way of counting', () => {
  const toAverage = (average: string): Texts => [
    'Will Solana be above $150 on June 30 at 4PM ET?',
    `If the ${average} of the sixty seconds of CF Benchmarks' SOLUSD_RTI before 4 PM EDT is above 150 at 4 PM EDT on Jun 30, 2027, then the market resolves to Yes.`,
  ];
  it('of the values of a price is another figure', () => {
    assert.equal(compare(toAverage('trimmed mean'), toAverage('simple average')), 'unsure averaging');
    assert.equal(compare(toAverage('simple average'), toAverage('simple average')), 'same');
  });

  const toRelease = (also: string): Texts => [
    'Gemini 4 released by June 30?',
    `This market will resolve to "Yes" if Google releases Gemini 4 by June 30, 2027. ${also}`,
  ];
  it('of a product may accept its successors', () => {
    for (const also of ['Gemini 4 or later qualifies.', 'Any later version will also count.'])
      assert.equal(compare(toRelease(also), toRelease('It must be public.')), 'unsure version', also);
  });

  const toRider = (table: string, name: string): Texts => [
    `Will Remco Evenepoel win the ${table} of the 2027 Giro?`,
    `This market will resolve to "Yes" if Remco Evenepoel wins the ${name} of the 2027 Giro d'Italia.`,
  ];
  it('of a race is another table', () => {
    const general = toRider('general classification', 'general classification');
    assert.match(
      compare(general, toRider('points jersey', 'points classification')),
      /^(?:unsure|different)/,
    );
    assert.match(
      compare(general, toRider('mountains jersey', 'mountains classification')),
      /^(?:unsure|different)/,
    );
    const [, rules] = general;
    assert.match(
      compare(
        ['Will Remco Evenepoel win the 2027 Giro?', rules],
        toRider('points jersey', 'points classification'),
      ),
      /^(?:unsure|different) .*classification/,
    );
  });

  it('of a place in the final is not a win', () => {
    const toTeam = (title: string, act: string): Texts => [
      title,
      `If Team Spirit ${act} the 2027 Riyadh Masters, then the market resolves to Yes.`,
    ];
    const wins = toTeam('2027 Riyadh Masters Winner?: Team Spirit', 'wins');
    for (const act of ['reaches the final of', 'reaches the grand final of', 'advances to the final of'])
      assert.match(compare(wins, toTeam('2027 Riyadh Masters Finalists?: Team Spirit', act)), /^unsure/, act);
  });

  const toInflation = (change: string): Texts => [
    'Core CPI in May 2027?: Above 0.2%',
    `If the Consumer Price Index for All Urban Consumers: All Items less Food and Energy for May 2027, as published by the Bureau of Labor Statistics, ${change} 0.2%, then the market resolves to Yes.`,
  ];
  it('of inflation is over a month or over a year', () => {
    const monthly = toInflation('seasonally adjusted, increases by above');
    const yearly: Texts = [
      'Will Core CPI YoY be above 0.2% in May?',
      toInflation('increases over twelve months by above')[1],
    ];
    assert.match(compare(monthly, yearly), /^(?:unsure|different) .*basis/);
    assert.equal(compare(monthly, ['Will Core CPI MoM be above 0.2% in May?', monthly[1]]), 'same');
  });
});

describe('the way of a win', () => {
  const toFight = (wins: string): Texts => [
    'Silva vs Costa: Rosa Costa',
    `If Rosa Costa ${wins} the Silva vs Costa professional MMA fight originally scheduled for Jun 26, 2027, then the market resolves to Yes.`,
  ];
  const any = toFight('wins');
  it('that only one listing asks for is a gap', () => {
    for (const wins of ['wins by submission in', 'wins by KO/TKO in', 'wins by unanimous decision in'])
      assert.match(compare(any, toFight(wins)), /^unsure .*manner/, wins);
    assert.equal(compare(any, any), 'same');
    assert.match(compare(toFight('wins by submission in'), toFight('wins by KO/TKO in')), /^unsure .*manner/);
  });

  it('has no opposite in the same way of the other side', () => {
    const toWin = (side: string, wins: string): Texts => [
      `UFC 340: Ana Silva vs. Rosa Costa: ${side}`,
      toFight(wins)[1].replace('Rosa Costa', side),
    ];
    const twoSided: Texts = [
      'UFC 340: Ana Silva vs. Rosa Costa: Ana Silva',
      'YES is Ana Silva; NO is Rosa Costa. If the UFC 340 fight of June 26, 2027 is a draw, this market will resolve 50-50.',
    ];
    for (const wins of ['wins by submission in', 'wins by KO/TKO in'])
      for (const other of [toWin('Ana Silva', wins), twoSided])
        assert.doesNotMatch(compare(toWin('Rosa Costa', wins), other), /^same/, wins);
    assert.equal(compare(toWin('Rosa Costa', 'wins'), twoSided), 'same-inverted');
  });

  it('includes the score in sets or maps', () => {
    const toMatch = (wins: string): Texts => [
      'Swan vs Ruiz: Ana Swan',
      `If Ana Swan wins ${wins}the Swan vs Ruiz professional tennis match on June 26, 2027, then the market resolves to Yes.`,
    ];
    assert.match(compare(toMatch(''), toMatch('2-0 in sets ')), /^unsure .*score/);
    assert.match(compare(toMatch('2-1 in sets '), toMatch('2-0 in sets ')), /^different .*score/);
    assert.equal(compare(toMatch('2-0 in sets '), toMatch('2-0 in sets ')), 'same');
  });
});

describe('a case at a court', () => {
  it('is no game of its two parties', () => {
    const toCase = (title: string): Texts => [
      title,
      'If the Supreme Court rules in favor of Murphy in Murphy v. Coastal Trust by June 30, 2027, then the market resolves to Yes.',
    ];
    const question = 'Will the Supreme Court rule in favor of Murphy in Murphy v. Coastal Trust?';
    assert.equal(compare(toCase(question), toCase(`${question.slice(0, -1)} by June 30?`)), 'same');
    const other: Texts = [
      question.replace('Coastal Trust', 'Nolan'),
      toCase(question)[1].replace('Coastal Trust', 'Nolan'),
    ];
    assert.notEqual(compare(toCase(question), other).split(' ')[0], 'same');
  });
});

describe('the condition for Yes', () => {
  const toYes = (title: string, condition: string): Texts => [
    title,
    `This market will resolve to "Yes" if ${condition}. Otherwise, this market will resolve to "No".`,
  ];
  const decideBoth = (title: string, one: string, other: string): string =>
    compare(toYes(title, one), toYes(title, other));

  it('names the peak, the office and the figure, whatever the titles say', () => {
    const both: readonly (readonly [title: string, condition: string, from: string, to: string])[] = [
      [
        'Temperature in Austin on June 12: 90°F or more?',
        'the highest temperature at Austin-Bergstrom on June 12, 2027 is 90°F or more',
        'highest',
        'lowest',
      ],
      [
        'Will a Democrat win in Vermont in 2028?',
        'the Democratic candidate is elected governor of Vermont in 2028',
        'governor',
        'lieutenant governor',
      ],
      [
        'Will Rivian deliver more than 12,000 cars in Q1 2027?',
        'Rivian reports deliveries of more than 12,000 cars in Q1 2027',
        'deliveries',
        'production',
      ],
    ];
    for (const [title, condition, from, to] of both) {
      assert.match(decideBoth(title, condition, condition), /^same/, title);
      assert.doesNotMatch(decideBoth(title, condition, condition.replace(from, to)), /^same/, title);
    }
  });

  it('that asks for less where the title asks for more leaves the side open', () => {
    const title = 'Will silver settle at $40 or more on June 12?';
    const more = 'the settlement price of silver on June 12, 2027 is $40 or more';
    assert.match(decideBoth(title, more, more.replace('or more', 'or less')), /^unsure .*comparator/);
  });

  it('names the publisher after "per"', () => {
    const title = 'Will "Coast" gross more than $30m in its opening weekend?';
    const gross = '"Coast" grosses more than $30 million domestically in its opening weekend';
    const [mojo, numbers] = ['per Box Office Mojo', 'according to The Numbers'].map((it) => `${gross} ${it}`);
    assert.match(decideBoth(title, mojo ?? '', numbers ?? ''), /^unsure source/);
  });

  it('names another person of one family name', () => {
    const eric: Texts = toYes(
      'Will Eric Marsden leave office by June 30?',
      'Eric Marsden ceases to be Mayor of Leeds by June 30, 2027',
    );
    const short = 'Marsden out as Mayor of Leeds by June 30?';
    const toMayor = (name: string): Texts =>
      toYes(short, `${name} ceases to be Mayor of Leeds by June 30, 2027`);
    assert.equal(compare(eric, toMayor('Eric Marsden')), 'same');
    assert.doesNotMatch(compare(eric, toMayor('Paula Marsden')), /^same/);
  });
});

describe('a threshold between two whole numbers', () => {
  const toLevel = (threshold: string): Texts => [
    `Will the Danish index of harvests be ${threshold} on June 30?`,
    `This market will resolve to "Yes" if the Danish index of harvests is ${threshold} on June 30, 2027.`,
  ];
  it('means the next number of a count, and not of a quantity that is measured in tenths', () => {
    assert.equal(compare(toLevel('7.5 or more'), toLevel('8 or more')), 'same');
    assert.match(compare(toLevel('7.5 or more'), toLevel('8.0 or more')), /^different/);
  });
});
