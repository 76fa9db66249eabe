import { Type } from 'typebox';
import { renderVenue, renderVenueHealth } from './render/marketdata.ts';
import { answer, route } from './route.ts';
import { Venue, VenueHealth } from './schemas/marketdata.ts';
import { NoQuery } from './schemas/service.ts';

const READ = { method: 'GET', permission: 'read', bucket: 'read', isMutating: false, tag: 'Venues' } as const;

export const venueRoutes = [
  route({
    ...READ,
    path: '/v1/venues',
    name: 'listVenues',
    summary: 'The venues and what they can do',
    query: NoQuery,
    answer: Type.Array(Venue),
    refusals: [],
    handle: ({ deps }) => answer(deps.marketData.venues().map(renderVenue)),
  }),
  route({
    ...READ,
    path: '/v1/venues/health',
    name: 'listVenueHealth',
    summary: 'Whether each venue answers, and how fast',
    notes: 'Look here before routing: an unhealthy venue may reject or delay orders sent to it with DIRECT.',
    query: NoQuery,
    answer: Type.Array(VenueHealth),
    refusals: [],
    handle: ({ deps }) => answer(deps.marketData.venueHealth().map(renderVenueHealth)),
  }),
];
