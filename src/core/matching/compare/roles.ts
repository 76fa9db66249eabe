/**
 * What a kind of concept proves.
 * `identity`: what one title names, the other must name. `facet`: two titles that name different ones
 * differ, but one may leave it unsaid.
 */
export type Role = 'identity' | 'facet';

export const ROLES: Readonly<Record<string, Role>> = {
  asset: 'identity',
  metric: 'identity',
  company: 'identity',
  team: 'identity',
  contest: 'identity',
  award: 'identity',
  office: 'identity',
  event: 'identity',
  place: 'identity',
  weather: 'identity',
  body: 'identity',
  country: 'identity',
  party: 'identity',
  stage: 'identity',
  span: 'identity',
  landfall: 'identity',
  rank: 'identity',
  medium: 'identity',
  stat: 'identity',
  compass: 'identity',
  post: 'identity',
  phase: 'identity',
  nick: 'identity',
  end: 'identity',
  extreme: 'facet',
  pace: 'facet',
  act: 'facet',
  basis: 'facet',
  gender: 'facet',
  observed: 'facet',
  station: 'facet',
  central: 'facet',
  sport: 'facet',
  scope: 'facet',
};

// So usual that a title may leave them out: the country of most markets, a match of two sides.
export const UNSAID: ReadonlySet<string> = new Set([
  'country:us',
  'span:game',
  'stage:general',
  'metric:fed-rate',
  'metric:market-cap',
  'office:president',
  'body:congress',
  'metric:share-price',
  'act:win',
  'contest:grand-prix',
  'country:england',
  'rank:top',
  'medium:videogame',
  'place:washington',
  'event:midterms',
  'post:ceo',
]);
