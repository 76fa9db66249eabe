import type { Reason } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { findMatches, readScores } from '../listing-text.ts';
import { readTextsOnce } from '../read-once.ts';
import type { TextPassage } from '../text-passage.ts';
import { compareBySlots, type Slot } from './slot.ts';

const ORBIT = 'act:orbit';
const areGames = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ participants }) => participants.isSingleGame);
const areTraded = (...both: readonly ListingFacts[]): boolean =>
  both.every(({ title: { groups } }) => groups.has('asset') || groups.has('company'));
const always = (): boolean => true;
const never = (): boolean => false;

const SLOTS: readonly Slot[] = [
  {
    name: 'observed',
    isUsed: areTraded,
    read: readTextsOnce(({ normalTitle }) => [OPENING.test(normalTitle) ? 'opening price' : 'other price']),
    conflict: () => 'veto',
  },
  {
    name: 'side',
    isUsed: areGames,
    read: readTextsOnce(({ normalTitle }) => [
      SECOND_TEAM.test(normalTitle) ? 'second teams' : 'first teams',
    ]),
    conflict: () => 'veto',
  },
  {
    name: 'league',
    isUsed: areGames,
    read: readTextsOnce(({ listing }) => [
      OTHER_LEAGUE.exec(`${listing.title} ${listing.rules ?? ''}`)?.[0]
        .toLowerCase()
        .replace('-', ' ') ?? 'the league itself',
    ]),
    conflict: () => 'gap',
  },
  {
    name: 'video game',
    isUsed: areGames,
    read: readTextsOnce(({ listing }) => readVideoGames(`${listing.title} ${listing.rules ?? ''}`)),
    isRequired: never,
    conflict: () => 'veto',
  },
  {
    name: 'score',
    isUsed: areGames,
    read: readTextsOnce(({ normalTitle, claimText }) => [
      ...new Set(readScores(`${normalTitle}. ${claimText}`)),
    ]),
    conflict: () => 'veto',
  },
  {
    name: 'group',
    isUsed: always,
    read: readTextsOnce(({ normalTitle }) => findMatches(GROUP, normalTitle).map(([, group = '']) => group)),
    isRequired: never,
    conflict: () => 'veto',
  },
  {
    name: 'table',
    isUsed: (a, b) =>
      [a, b].every(({ participants: { sport, isSingleGame } }) => sport !== 'soccer' && !isSingleGame),
    read: readTextsOnce(({ normalTitle, claimText }) => [
      TABLE.test(`${normalTitle} ${claimText}`) ? 'first in the table' : 'winner',
    ]),
    conflict: () => 'gap',
  },
  {
    name: 'scheduling',
    isUsed: always,
    read: readTextsOnce(({ normalTitle, claimText }) => [
      SCHEDULING.test(normalTitle) && SCHEDULING.test(claimText) ? 'to set the day' : 'to hold the event',
    ]),
    conflict: () => 'veto',
  },
  {
    name: 'orbit',
    isUsed: (a, b) => [a, b].some(({ title }) => title.concepts.includes(ORBIT)),
    read: ({ title, claim }) => [
      [...title.concepts, ...claim.concepts].includes(ORBIT) ? 'required' : 'not required',
    ],
    conflict: () => 'veto',
  },
  {
    name: 'offering',
    isUsed: (...both) => both.every(({ claim, title }) => [claim, title].some(isOfOffering)),
    read: readTextsOnce(({ claimText }) => [
      ANNOUNCED.test(claimText) && !TRADED.test(claimText) ? 'announced' : 'held',
    ]),
    conflict: () => 'gap',
  },
  {
    name: 'acting',
    isUsed: always,
    read: readTextsOnce(({ rulesText }) => {
      if (ACTING_EXCLUDED.test(rulesText)) return ['an acting holder does not count'];
      return ACTING_COUNTS.test(rulesText) ? ['an acting holder counts'] : [];
    }),
    isRequired: never,
    conflict: () => 'gap',
  },
  {
    name: 'conditions',
    isUsed: always,
    read: readTextsOnce(({ listing }) => [ALTERNATIVES.test(listing.rules ?? '') ? 'one of several' : 'one']),
    conflict: () => 'gap',
  },
  {
    name: 'language',
    isUsed: always,
    read: readTextsOnce(({ listing: { title, rules } }) => {
      const [, others, ...only] = ONE_LANGUAGE.exec(`${title}. ${rules ?? ''}`) ?? [];
      return [[others, ...only].find((words) => words !== undefined) ?? 'every language'].map((words) =>
        words.toLowerCase(),
      );
    }),
    conflict: () => 'gap',
  },
  {
    name: 'several winners',
    isUsed: always,
    read: readTextsOnce(({ listing: { rules } }) => {
      if (EACH_WINS.test(rules ?? '')) return ['each is paid'];
      if (DIVIDED.test(rules ?? '')) return ['each is paid a share'];
      return FIRST_WINS.test(rules ?? '') ? ['one of them is paid'] : [];
    }),
    isRequired: never,
    conflict: () => 'gap',
  },
];

/** Rules other than the main condition: other ways to Yes, several winners, acting holders. */
export const compareSideRules = (a: ListingFacts, b: ListingFacts): readonly Reason[] =>
  compareBySlots(SLOTS, a, b);

/** A group of a tournament has a letter. */
const GROUP = /\bGroup ([A-L])\b/g;

/** Who is first in the table of a league that has play-offs need not win it. A soccer league is won by its table. */
const TABLE = /\b(?:league|points) table\b|\bleague stage\b/i;

/** The price at the opening of the day is not that at its close. */
const OPENING = /\bopens? (?:at|above|below|over|under|higher|lower)\b|\bopening (?:price|value|level)\b/;

/** The academy of a club is another team, often with the same name. */
const SECOND_TEAM = /\b(?:Academy|Youth|Reserves?|U-?(?:1[6-9]|2[0-3])|Under[- ](?:1[6-9]|2[0-3]))\b/;

/** The teams of a league also meet in leagues of other players. */
const OTHER_LEAGUE = /\b(?:Summer League|(?<![.\w])G[- ]League|Minor League|Triple-A|Development League)\b/i;

/** One organization has teams of several video games, and two of them may play on one day. */
const VIDEO_GAMES: readonly (readonly [name: string, words: RegExp])[] = [
  ['Counter-Strike', /\bCounter-?Strike\b|\bCS ?2\b|\bCS:?GO\b/],
  ['Dota 2', /\bDota\b/i],
  ['League of Legends', /\bLeague of Legends\b|\bLoL\b/],
  ['Valorant', /\bValorant\b/i],
  ['Call of Duty', /\bCall of Duty\b/],
  ['Overwatch', /\bOverwatch\b/],
  ['Rainbow Six', /\bRainbow (?:Six|6)\b|\bR6\b/],
  ['Rocket League', /\bRocket League\b/],
  ['StarCraft', /\bStarCraft\b/i],
  ['Mobile Legends', /\bMobile Legends\b|\bMLBB\b/],
];
const readVideoGames = (text: string): readonly string[] =>
  VIDEO_GAMES.filter(([, words]) => words.test(text)).map(([name]) => name);

/** To set the day of an election is not to hold it. */
const SCHEDULING =
  /\bscheduled (?:by|before)\b|\b(?:announc\w+|set|sets|fix\w*|call|calls|called) (?:a|the|an official) (?:date|day)\b/i;

/** A company may confirm that it will offer its shares, and offer them later or never. */
const isOfOffering = ({ concepts }: TextPassage): boolean => concepts.includes('act:ipo');
const ANNOUNCED =
  /\b(?:confirms?|announces?|plans?|intends?)\b[^.;]{0,40}\b(?:IPO|public offering|listing|go public)\b/i;
const TRADED = /\b(?:trad(?:es?|ed|ing)|list(?:s|ed|ing) (?:its|their|the|on)|closes?|completes?)\b/i;

const ACTING_COUNTS =
  /\b(?:whether|including|regardless|either|both)\b[^.]{0,50}\b(?:acting|interim|caretaker)\b|\b(?:acting|interim|caretaker)\b[^.]{0,50}(?<!not )\b(?:also counts?|will count|counts? (?:too|as|towards?|for)|qualif(?:y|ies))\b/i;
const ACTING_EXCLUDED =
  /\b(?:acting|interim|caretaker)\b[^.]{0,60}\b(?:(?:do|does|will) not|are not|is not)\b[^.]{0,10}\b(?:count|counted|qualify|included)\b|\b(?:not|excluding|except)\b[^.]{0,30}\b(?:acting|interim|caretaker)\b/i;

/** "Either of the following conditions" pays in cases in which a listing with one condition does not. */
const ALTERNATIVES =
  /\b(?:either|any|one) of (?:the following|these)(?: (?:two|three))?(?: (?:conditions?|criteria|events?|things))?(?: (?:is|are) met| occurs?| happens?)?:/i;

/** A ranking of works in English leaves out those that may be first among all. */
const ONE_LANGUAGE =
  /\b(?:(non-English)|(English)(?:[- ]language)? (?:only\b|(?:shows|series|films|movies|TV|songs|titles)\b)|only (?:in )?(English)\b)/i;

/** Several persons may share an award: each listing of one of them pays, or only the one that a rule selects. */
const SEVERAL = String.raw`\b(?:multiple|more than one|several|two or more|joint|tied?)\b[^.]{0,160}`;
const EACH_WINS = new RegExp(
  String.raw`${SEVERAL}\b(?:each|all)\b[^.]{0,60}\b(?:resolves?|paid|pays)\b[^.]{0,20}(?:\bYes\b|\bin full\b|$)`,
  'i',
);
const DIVIDED = new RegExp(
  String.raw`${SEVERAL}\b(?:divided (?:by|among|between|equally)|equal (?:share|part|fraction)|shared? equally|split (?:equally|evenly)|1\/n)\b`,
  'i',
);
const FIRST_WINS = new RegExp(String.raw`${SEVERAL}\balphabetical`, 'i');
