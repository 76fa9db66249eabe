import { numberOf } from '../core/kernel/ids.ts';
import type { Fill } from '../core/orders/order.ts';
import type { Journal } from '../ports/journal.ts';

const FILLS_PER_PAGE = 1_000;

/** Every recorded fill of one subaccount on one instrument, oldest first. */
export async function fillsOfHolding(
  journal: Journal,
  { accountId, subaccountId, instrumentId }: Pick<Fill, 'accountId' | 'subaccountId' | 'instrumentId'>,
): Promise<readonly Fill[]> {
  const newestFirst: Fill[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await journal.fills({ accountId, subaccountId, instrumentId, before, limit: FILLS_PER_PAGE });
    newestFirst.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < FILLS_PER_PAGE) return newestFirst.reverse();
    before = numberOf(last.id);
  }
}
