import type { ListingFacts } from '../extract.ts';
import { findMatches } from '../listing-text.ts';
import { readTextsOnce } from '../read-once.ts';
import { splitSentences } from '../sentences.ts';

const toText = ({ normalTitle, rulesText }: ListingFacts): string => `${normalTitle}. ${rulesText}`;

const toDistinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Which of the indexes of one publisher: `nasdaq 100`, `nasdaq composite`. */
export const readIndexes = readTextsOnce((facts) =>
  toDistinct(
    findMatches(INDEX, toText(facts)).map(([, family = '', part, symbol]) =>
      symbol === undefined
        ? `${family} ${part}`.toLowerCase().replaceAll(/ ?& ?/g, '&')
        : (INDEX_SYMBOLS[symbol] ?? symbol),
    ),
  ),
);
const INDEX =
  /\b(?:(S ?& ?P|Nasdaq|Russell|FTSE|Nikkei|Dow Jones)[- ](\d{2,4}|Composite|Industrial|Transportation|Utility|MidCap|SmallCap|All-Share)|(NDX|IXIC))\b/gi;
const INDEX_SYMBOLS: Readonly<Record<string, string>> = { NDX: 'nasdaq 100', IXIC: 'nasdaq composite' };

/** The setting of a leaderboard: a model may be first with one and not with the other. */
export const readSettings = readTextsOnce((facts) =>
  toDistinct(
    findMatches(SETTING, toText(facts)).map(
      ([, without, name = '', value = '']) =>
        `${name.toLowerCase()} ${without !== undefined || /off|disabled|removed/i.test(value) ? 'off' : 'on'}`,
    ),
  ),
);
const SETTING =
  /\b(without )?((?:style|length) control)\b(?:(?: is| set to| turned)? \(?(on|off|enabled|disabled|removed)\b)?/gi;

/** Whether an announcement alone meets the condition: `counts`, `does not count`. */
export const readAnnouncement = readTextsOnce(({ rulesText }) =>
  toDistinct(
    findMatches(ANNOUNCEMENT, rulesText).map(([sentence]) =>
      /\b(?:not|insufficient|alone)\b/i.test(sentence) ? 'does not count' : 'counts',
    ),
  ),
);
const ANNOUNCEMENT =
  /\bor if an announcement (?:of|that)\b|\bor (?:officially |publicly |formally )?announces? (?:(?:his|her|their|its|a|the) (?:resignation|departure|intention)|that (?:he|she|they|it) (?:will|intends? to))\b|\bannouncements? (?:also )?qualif\w+\b|\bannouncements? (?:alone )?(?:counts?|(?:does|do|will) not)\b|\bannouncements? (?:of|that|by)\b[^.]*?\b(?:sufficient|insufficient|satisf\w+|qualif\w+|counts?|encompassed|resolves? (?:this|the) market to "?Yes)\b/gi;

/** How players that share the last place of "the top ten" count: `counts`, `does not count`, or `UNREAD_TIES`. */
export const readTiedPlaces = readTextsOnce((facts) => {
  const text = toText(facts);
  const read = [
    ...(TIED_COUNTS.test(text) ? ['counts'] : []),
    ...(TIED_EXCLUDED.test(text) ? ['does not count'] : []),
  ];
  const isUnread = read.length === 0 && PLACES.test(facts.normalTitle) && TIED.test(text);
  return isUnread ? [UNREAD_TIES] : read;
});
export const UNREAD_TIES = 'in other words';
const PLACES = /\b(?:top|first) (?:\d+|three|five|ten|twenty)\b/i;
const TIED = /\b(?:tie|ties|tied|count-?back)\b/i;
const TIED_COUNTS =
  /\b(?:including|includes|include|with|and) ties\b|\binclusive of ties\b|\+ ties\b|\bties (?:count|are (?:included|counted))\b|\bties? (?:for|at|in) [^.;]{0,40}\bcounts?\b(?<!\bnot count)|\btied (?:for|at|in) [^.;]{0,40}(?<!not )\b(?:finishes? in|counts? as|is (?:considered|counted))\b/i;
const TIED_EXCLUDED =
  /\b(?:excluding|without) ties\b|\bdead[- ]heat\b|\bties?\b(?: (?:for|at|in) [^.;]{0,40})? (?:do(?:es)? not count|are (?:excluded|not (?:included|counted)))\b|\btied\b[^.;]{0,80}\bnot (?:be )?(?:considered|counted|included|finish)\b/i;

/** Whether the candidate wins a primary or becomes the nominee: a party may nominate another than the winner. */
export const readNomination = readTextsOnce(({ normalTitle, claimText }) => {
  const found = [claimText, normalTitle].map((text) =>
    NOMINATION.test(text) ? 'nominee' : PRIMARY.test(text) ? 'winner of the primary' : null,
  );
  return found.filter((it) => it !== null).slice(0, 1);
});
const NOMINATION = /\b(?:nominees?|nominat(?:ion|ed|es?))\b/i;
const PRIMARY = /\bprimar(?:y|ies)\b(?! (?:source|residence|resolution))/i;

/** What an event pays that is cancelled or void: `fair price`, `50-50`, `No`. */
export const readCancellation = readTextsOnce(({ rulesText }) => {
  const [, clause = ''] = CANCELLED.exec(rulesText) ?? [];
  return PAYMENTS.filter(([, words]) => words.test(clause)).map(([name]) => name);
});
const CANCELLED =
  /\b((?:cancel|void|abandon|not (?:take place|occur|played|started|completed)|walkover|forfeit)[^.]{0,200}?\b(?:fair (?:market )?price|50[-/]50|half|to "?(?:No|Yes)\b"?|\$0\.50|last (?:traded|fair) price|refund)[^.]{0,10})/i;
const PAYMENTS: readonly (readonly [name: string, words: RegExp])[] = [
  ['fair price', /\bfair (?:market )?price\b|\blast (?:traded|fair) price\b/i],
  ['50-50', /\b50[-/]50\b|\bhalf\b|\$0\.50/i],
  ['No', /\bto "?No\b/],
  ['Yes', /\bto "?Yes\b/],
  ['refund', /\brefund/i],
];

/** Whether a game that is not played on its day is paid half, or as soon as it is played. */
export const readPostponement = readTextsOnce(({ rulesText }) => {
  const isVoid = VOID_WHEN_POSTPONED.test(rulesText);
  return isVoid ? ['pays half'] : PLAYED_LATER.test(rulesText) ? ['pays the later game'] : [];
});
const VOID_WHEN_POSTPONED =
  /\b(?:does|did|is) not (?:begin|start|take place|played) on [^.]{0,80}\b(?:50[-/]50|half)\b|\bmake-?up games? (?:will |is |are )?not (?:be )?(?:considered|counted)\b/i;
const PLAYED_LATER =
  /\bpostponed[^.]{0,120}\b(?:remains? open|rescheduled (?:game|match)|until (?:it|the (?:game|match)))\b/i;

/** The sector of a survey of purchasing managers: each is a separate index. */
export const readSurveySectors = readTextsOnce((facts) =>
  toDistinct(
    findMatches(SURVEY_SECTOR, toText(facts)).map(([, before, after]) =>
      (before ?? after ?? '').toLowerCase().replace('non-manufacturing', 'services'),
    ),
  ),
);
const SURVEY_SECTOR =
  /\b(Non-Manufacturing|Manufacturing|Services|Composite) (?:PMI|index|ISM)\b|\b(?:PMI|ISM) (?:for )?(Non-Manufacturing|Manufacturing|Services|Composite)\b/gi;

/** What a core index leaves out: `fresh food`, `food and energy`. */
export const readLeftOut = readTextsOnce((facts) =>
  toDistinct(
    findMatches(LEFT_OUT, toText(facts)).map(([, items = '']) =>
      ['fresh food', 'food', 'energy', 'alcohol', 'tobacco']
        .filter(
          (item) => items.toLowerCase().includes(item) && !(item === 'food' && /fresh food/i.test(items)),
        )
        .join(' and '),
    ),
  ).filter((items) => items !== ''),
);
const LEFT_OUT =
  /\b(?:less|excluding|excludes|without|except|ex)\b((?:(?: |, |-)(?:and|or|the|volatile|fresh|food|energy|alcohol|tobacco|items|prices)\b)+)/gi;

/** What a price must be above to have risen: the opening of the same day, or a close before it. */
export const readComparedPrice = readTextsOnce(({ rulesText }) => [
  ...(THAN_OPENING.test(rulesText) ? ['opening of the day'] : []),
  ...(THAN_CLOSE.test(rulesText) ? ['earlier close'] : []),
]);
const THAN_OPENING =
  /\b(?:than|above|below|with|to) (?:its|the|their) (?:official )?open(?:ing)?(?: (?:price|value|level))?\b/i;
const THAN_CLOSE =
  /\bthan (?:on [A-Z]|(?:its|the) (?:(?:official )?clos\w+ (?:price |value |level )?(?:on|of|for)|(?:previous|prior|last|preceding)))/;

/** What pays when a price is neither higher nor lower than before. */
export const readUnchangedPrice = readTextsOnce(({ rulesText }) => [
  ...(UNCHANGED_IS_UP.test(rulesText) ? ['up'] : []),
  ...(UNCHANGED_IS_DOWN.test(rulesText) ? ['down'] : []),
  ...(UNCHANGED_IS_HALF.test(rulesText) ? ['half'] : []),
]);
const UNCHANGED_IS_UP =
  /\bto "?(?:Up|Yes)"? if (?:(?! to "?(?:Down|No)\b)[^.]|\.\d)*?\b(?:(?:greater|higher|more) than or equal|equal to or (?:greater|higher|above)|at or above|at least|not (?:lower|below|less))\b/;
const UNCHANGED_IS_DOWN =
  /\bto "?(?:Down|No)"? if (?:(?! to "?(?:Up|Yes)\b)[^.]|\.\d)*?\b(?:(?:lower|less) than or equal|equal to or (?:lower|less|below)|at or below|not (?:higher|above|greater))\b|\b(?:equal|unchanged|the same)\b[^.]{0,80}\bresolves? (?:this market )?to "?(?:Down|No)\b/;
const UNCHANGED_IS_HALF = /\b(?:equal|unchanged|the same)\b[^.]{0,80}\b(?:50[-/]50|half)\b/;
export const isUpOrDown = readTextsOnce(({ normalTitle }) => UP_OR_DOWN.test(normalTitle));
const UP_OR_DOWN = /\b(?:up or down|down or up)\b/i;

/** The contract whose price is meant: futures have other prices than the commodity itself. */
export const readPricedContract = readTextsOnce((facts) => {
  const text = toText(facts);
  return [...(/\bfutures\b/i.test(text) ? ['futures'] : []), ...(SPOT.test(text) ? ['spot'] : [])];
});
const SPOT = /\bspot\b|\bX(?:AU|AG|PT|PD)\/?USD\b/i;

/** How a move of several usual steps counts: once, or once for each step. */
export const readStepCount = readTextsOnce(({ rulesText }) => [
  ...(COUNTS_ONCE.test(rulesText) ? ['once'] : []),
  ...(COUNTS_BY_STEP.test(rulesText) ? ['by steps'] : []),
]);
const COUNTS_ONCE =
  /\b(?:counts?|counted) (?:as )?(?:one|a single|once)\b[^.]{0,60}\b(?:size|magnitude|amount)\b|\b(?:regardless|irrespective) of (?:its|the|their) (?:size|magnitude|amount)\b/i;
const COUNTS_BY_STEP =
  /\b(?:counts?|counted|considered) (?:as )?(?:two|2|three|3|multiple)\b|\bnumber of 25[- ](?:basis[- ]point|bps?) (?:cuts|hikes|increases|decreases)\b/i;

/** Whether a decision between the scheduled meetings of a central bank counts too. Empty for rules that name no meeting. */
export const readMeetings = readTextsOnce(({ rulesText }) => {
  const isAny = splitSentences(rulesText).some(
    (sentence) => UNSCHEDULED.test(sentence) && !NOT_COUNTED.test(sentence),
  );
  if (isAny) return ['unscheduled meetings count'];
  return /\bmeeting\b/i.test(rulesText) ? ['the scheduled meeting'] : [];
});
const UNSCHEDULED = /\b(?:emergency|unscheduled|inter-?meeting|between meetings)\b/i;
const NOT_COUNTED = /\b(?:not|excluding|except|only)\b/i;

/** Whether a later version of the named product meets the condition too. */
export const readSuccessors = readTextsOnce(({ rulesText }) => [
  SUCCESSORS.test(rulesText) ? 'a later version counts' : 'the named version',
]);
const SUCCESSORS =
  /\b(?:or (?:greater|later|newer|higher)(?: (?:versions?|models?))?|(?:later|newer|subsequent|successor) (?:versions?|models?)|successors?) (?:(?:will |would |may )?(?:also )?(?:qualif|count)|(?:is|are) (?:included|counted))/i;

/** Whose words count at an event: those of one person, of all who speak for the organisation, or of anyone, such as an analyst. */
export const readSpeakers = readTextsOnce(({ rulesText }) => [
  ...(ONE_SPEAKER.test(rulesText) ? ['one speaker'] : []),
  ...(OWN_SPEAKERS.test(rulesText) ? ['speakers of the organisation'] : []),
  ...(ANYONE.test(rulesText) ? ['anyone'] : []),
]);
const ONE_SPEAKER =
  /\b(?:other|another) (?:speakers?|persons?|people|participants?|executives?)(?:'s? (?:words|statements))? (?:(?:do|does|will) not count|(?:is|are) not counted)\b/i;
const OWN_SPEAKERS =
  /\b(?:representatives?|executives?)\b[^.]{0,60}\b(?:says?|mentions?|uses?)\b|\b(?:said|mentioned|used)\b[^.]{0,40}\bby (?:any|a) [^.]{0,30}\b(?:representatives?|executives?)\b/i;
const ANYONE =
  /\b(?:anyone|any (?:speaker|participant|person))\b[^.]{0,60}\b(?:says?|mentions?|uses?)\b|\b(?:said|mentioned|used)\b[^.]{0,40}\bby (?:anyone|any (?:speaker|participant|person))\b/i;
