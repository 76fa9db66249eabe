import type { OpportunityStore } from '../../../src/ports/opportunity-store.ts';
import { isListed, type OpportunityRecord } from '../../../src/relations/opportunities/opportunity-record.ts';

/** An in-memory store of closed opportunities, and the reference model for the SQLite store. */
export function createMemoryOpportunityStore(): OpportunityStore {
  const records = new Map<number, OpportunityRecord>();
  const newestFirst = (): OpportunityRecord[] =>
    [...records.values()].toSorted((a, b) => b.number - a.number);
  return {
    append: async (added, recordsMax) => {
      for (const record of added) records.set(record.number, record);
      if (records.size <= recordsMax) return;
      for (const { number } of newestFirst().slice(recordsMax)) records.delete(number);
    },
    list: async (query) =>
      newestFirst()
        .filter((record) => isListed(record, query))
        .slice(0, query.limit)
        .map((record) => ({ ...record, points: [] })),
    get: async (number) => records.get(number) ?? null,
    prune: async (before) => {
      for (const { number, closedAt } of newestFirst())
        if (closedAt !== null && closedAt < before) records.delete(number);
    },
  };
}
