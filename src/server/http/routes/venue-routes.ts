import { Type } from 'typebox';
import type { VenueName } from '../../../domain/model/ids.ts';
import { err, notFound } from '../../../domain/model/result.ts';
import { respond, route } from '../route.ts';
import {
  renderVenue,
  renderVenueHealth,
  renderVenueHistory,
  VenueHealthHistorySchema,
  VenueHealthSchema,
  VenueSchema,
} from '../schemas/market-data-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = { method: 'GET', permission: 'read', bucket: 'read', isMutating: false, tag: 'Venues' } as const;

export const venueRoutes = [
  route({
    ...READ,
    path: '/v1/venues',
    name: 'listVenues',
    summary: 'The venues and what they can do',
    query: NoQuery,
    response: Type.Array(VenueSchema),
    rejections: [],
    handle: ({ deps }) => respond(deps.marketData.venues().map(renderVenue)),
  }),
  route({
    ...READ,
    path: '/v1/venues/health',
    name: 'listVenueHealth',
    summary: 'Whether each venue answers, and how fast',
    notes: 'Look here before routing: an unhealthy venue may reject or delay orders sent to it with DIRECT.',
    query: NoQuery,
    response: Type.Array(VenueHealthSchema),
    rejections: [],
    handle: ({ deps }) => respond(deps.marketData.venueHealth().map(renderVenueHealth)),
  }),
  route({
    ...READ,
    path: '/v1/venues/{name}/health',
    name: 'getVenueHealth',
    summary: 'How one venue was, and what may still be sent there',
    notes:
      'Since the service started. A venue is asked every five seconds, every second while it is unhealthy.',
    query: NoQuery,
    response: VenueHealthHistorySchema,
    rejections: ['not_found'],
    handle: ({ deps, params }) => {
      const history = deps.marketData.venueHistory((params['name'] ?? '') as VenueName);
      return history === null ? err(notFound('venue')) : respond(renderVenueHistory(history));
    },
  }),
];
