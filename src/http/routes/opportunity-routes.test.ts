import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Opportunity } from '../../market-data/opportunities/opportunity-types.ts';
import type { SettlementRisk } from '../../relations/opportunities/settlement.ts';
import { collectOpportunities } from './opportunity-routes.ts';

const opportunity = (id: string, risk: SettlementRisk): Opportunity =>
  ({ id, settlement: { risk }, qty: 1n, figures: { edgePerSet: 1n } }) as unknown as Opportunity;

// In the order of their edges, as the engine lists them.
const PAGES = [
  [opportunity('a', 'BLOCK'), opportunity('b', 'NONE'), opportunity('c', 'HIGH')],
  [opportunity('d', 'LOW'), opportunity('e', 'BLOCK')],
];

async function* pages(): AsyncGenerator<readonly Opportunity[]> {
  yield* PAGES;
}

const collect = async (limit: number): Promise<string> =>
  (await collectOpportunities(pages(), {}, limit)).map(({ id }) => id).join('');

test('sets that may settle differently come after all others, each group by its edge', async () => {
  assert.equal(await collect(10), 'bdace');
});

test('a limit leaves out sets that may settle differently first', async () => {
  assert.deepEqual([await collect(1), await collect(2), await collect(3)], ['b', 'bd', 'bda']);
});
