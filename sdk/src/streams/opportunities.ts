/** Opportunities: after a reconnect all that are open are sent again as `opened`. */
import type { OpportunityFilter } from '../inputs.ts';
import type { Feed } from './feed.ts';
import type { OpportunitiesFrame } from './frames.ts';
import type { StreamOptions } from './stream.ts';

export interface OpportunitiesOptions extends StreamOptions {
  readonly filter?: OpportunityFilter | undefined;
}

export function opportunitiesFeed({ filter = {} }: OpportunitiesOptions): Feed<OpportunitiesFrame> {
  return {
    topic: 'opportunities',
    prepare: () => Promise.resolve(),
    query: () => ({ ...filter }),
    take: (frame) =>
      frame.type === 'opened' || frame.type === 'changed' || frame.type === 'closed' ? frame : null,
  };
}
