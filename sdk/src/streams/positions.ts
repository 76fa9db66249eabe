/** The position feed: every connection begins with a snapshot per subaccount, which is how it resumes. */
import type { Accounts, Positions } from '../resources/account.ts';
import type { Feed } from './feed.ts';
import type { PositionsFrame } from './frames.ts';
import type { StreamOptions } from './stream.ts';

export interface PositionsOptions extends StreamOptions {
  /** Only these subaccounts; all of the key when absent. */
  readonly subaccountIds?: readonly string[] | undefined;
}

export function positionsFeed(
  accounts: Accounts,
  positions: Positions,
  options: PositionsOptions,
): Feed<PositionsFrame> {
  const subaccountIds = options.subaccountIds;
  return {
    path: '/v1/ws/positions',
    prepare: () => Promise.resolve(),
    query: () => ({ subaccount_id: subaccountIds?.join(',') }),
    take: (frame) => (frame.type === 'snapshot' || frame.type === 'position' ? frame : null),
    async explain(signal) {
      if (subaccountIds === undefined) await accounts.get({ signal });
      for (const id of subaccountIds ?? []) await positions.list({ subaccount_id: id }, { signal });
    },
  };
}
