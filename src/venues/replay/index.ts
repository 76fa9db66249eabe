export { ReplayVenue } from './replay-venue.ts';
export { ShadowVenue } from './shadow-venue.ts';
