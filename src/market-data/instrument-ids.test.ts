import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId } from '../contract/model/ids.ts';
import { DEMO, KALSHI } from '../domain/instruments/instrument.fixture.ts';
import type { InstrumentBinding } from '../ports/journal.ts';
import { InstrumentIdRegistry } from './instrument-catalogue.ts';

const binding = (id: number, venueInstrumentId: string, venue = DEMO): InstrumentBinding => ({
  instrumentId: id as InstrumentId,
  venue,
  venueInstrumentId,
});

test('ids are assigned from 1001 in the order of first listing and are never reused', () => {
  const registry = new InstrumentIdRegistry();
  assert.equal(registry.getOrAssign(DEMO, 'A'), 1001);
  assert.equal(registry.getOrAssign(KALSHI, 'A'), 1002);
  assert.equal(registry.getOrAssign(DEMO, 'A'), 1001);
  assert.equal(registry.find(KALSHI, 'A'), 1002);
  assert.equal(registry.find(KALSHI, 'B'), null);
});

test('restored ids keep their contracts, and new ids continue above them', () => {
  const registry = new InstrumentIdRegistry();
  registry.restore([binding(1005, 'E'), binding(1001, 'A')]);
  assert.equal(registry.getOrAssign(DEMO, 'E'), 1005);
  assert.equal(registry.getOrAssign(DEMO, 'F'), 1006);
});

test('after the loss of the catalogue, bound ids are restored and no other old id is reused', () => {
  const registry = new InstrumentIdRegistry();
  assert.deepEqual(registry.applyLedgerBindings([binding(1007, 'G'), binding(1003, 'C')]), []);
  assert.equal(registry.getOrAssign(DEMO, 'G'), 1007);
  assert.equal(registry.getOrAssign(DEMO, 'C'), 1003);
  assert.equal(registry.getOrAssign(DEMO, 'A'), 1_000_000_001);
});

test('when catalogue and ledger differ, the ledger wins and the stale ids are returned', () => {
  const registry = new InstrumentIdRegistry();
  registry.restore([binding(1001, 'A'), binding(1002, 'B'), binding(1003, 'C')]);
  assert.deepEqual(registry.applyLedgerBindings([binding(1002, 'A'), binding(1003, 'C')]), [1002, 1001]);
  assert.equal(registry.getOrAssign(DEMO, 'A'), 1002);
  assert.equal(registry.getOrAssign(DEMO, 'C'), 1003);
  assert.equal(registry.getOrAssign(DEMO, 'B'), 1004);
});

test('after a restore known ids stay, and new ids continue above those of the lost time', () => {
  const registry = new InstrumentIdRegistry();
  registry.restore([binding(1001, 'A')]);
  registry.skipTo(1_000_000_000);
  assert.equal(registry.getOrAssign(DEMO, 'A'), 1001);
  assert.equal(registry.getOrAssign(DEMO, 'B'), 1_000_000_001);
  registry.skipTo(5);
  assert.equal(registry.getOrAssign(DEMO, 'C'), 1_000_000_002);
});

test('bindings that agree with the catalogue change nothing', () => {
  const registry = new InstrumentIdRegistry();
  registry.restore([binding(1001, 'A')]);
  assert.deepEqual(registry.applyLedgerBindings([binding(1001, 'A')]), []);
  assert.equal(registry.getOrAssign(DEMO, 'B'), 1002);
});

test('a ledger may bind more instruments than a call takes arguments', () => {
  const registry = new InstrumentIdRegistry();
  registry.applyLedgerBindings(Array.from({ length: 200_000 }, (_, at) => binding(1_001 + at, `N${at}`)));
  assert.equal(registry.find(DEMO, 'N199999'), 201_000);
  assert.equal(registry.getOrAssign(DEMO, 'new'), 1_000_000_001);
});
