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
    summary: 'List the venues and their capabilities',
    query: NoQuery,
    response: Type.Array(VenueSchema),
    rejections: [],
    handle: ({ deps }) => respond(deps.marketData.venues().map(renderVenue)),
  }),
  route({
    ...READ,
    path: '/v1/venues/health',
    name: 'listVenueHealth',
    summary: 'List the health and latency of the venues',
    notes: 'An unhealthy venue may reject or delay DIRECT orders.',
    query: NoQuery,
    response: Type.Array(VenueHealthSchema),
    rejections: [],
    handle: ({ deps }) => respond(deps.marketData.venueHealth().map(renderVenueHealth)),
  }),
  route({
    ...READ,
    path: '/v1/venues/{name}/health',
    name: 'getVenueHealth',
    summary: 'Get the health history and remaining rate limits of a venue',
    notes:
      'Covers the time since the service started. Each venue is checked every five seconds, and every second while it is unhealthy.',
    query: NoQuery,
    response: VenueHealthHistorySchema,
    rejections: ['not_found'],
    handle: ({ deps, params }) => {
      const history = deps.marketData.venueHistory((params['name'] ?? '') as VenueName);
      return history === null ? err(notFound('venue')) : respond(renderVenueHistory(history));
    },
  }),
];
