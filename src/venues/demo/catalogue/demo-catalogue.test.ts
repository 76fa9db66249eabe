import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import { ONE, parseDecimal } from '../../../contract/model/money.ts';
import catalogueFile from './demo-catalogue.json' with { type: 'json' };
import { ASSETS, CATALOGUE } from './demo-catalogue.ts';

const entry = (code: string) => requirePresent(CATALOGUE.find((one) => one.code === code) ?? null, code);

test('at least 60 entries in at least 8 categories, with unique codes and titles', () => {
  assert.ok(CATALOGUE.length >= 60);
  assert.ok(new Set(CATALOGUE.map(({ category }) => category)).size >= 8);
  assert.equal(new Set(CATALOGUE.map(({ code }) => code)).size, CATALOGUE.length);
  assert.equal(new Set(CATALOGUE.map(({ title }) => title)).size, CATALOGUE.length);
});

test('there are several grids; each tick divides 1 and each lot divides the minimum quantity', () => {
  const grids = new Set(CATALOGUE.map(({ grid }) => grid));
  assert.ok(grids.size >= 5);
  for (const { tick, lot, min } of grids) {
    const [tickUnits, lotUnits, minUnits] = [tick, lot, min].map((text) =>
      requirePresent(parseDecimal(text), text),
    );
    assert.equal(ONE % requirePresent(tickUnits, tick), 0n);
    assert.equal(requirePresent(minUnits, min) % requirePresent(lotUnits, lot), 0n);
  }
});

test('the first entry is an open market without a pause that stays open for months', () => {
  const [first] = CATALOGUE;
  assert.equal(first?.code, 'RAIN-LON');
  assert.deepEqual(first.grid, { tick: '0.01', lot: '1', min: '1' });
  assert.equal(first.plan.pause, null);
  assert.ok(first.plan.firstOpenMin + first.plan.openMin > 200 * 1_440);
});

test('entries of an asset share question and plan, and have different grids', () => {
  assert.ok(ASSETS.length >= 3);
  assert.ok(ASSETS.some(({ codes }) => codes.length >= 3));
  assert.ok(ASSETS.some(({ codes }) => codes.some((code) => entry(code).inverted)));
  for (const { codes, category } of ASSETS) {
    const members = codes.map(entry);
    assert.ok(members.length >= 2);
    assert.equal(new Set(members.map(({ question }) => question)).size, 1);
    assert.equal(new Set(members.map(({ grid }) => grid)).size, members.length);
    for (const member of members) {
      assert.deepEqual(member.plan, members[0]?.plan);
      assert.equal(member.category, category);
    }
  }
});

test('entries of one question belong to one asset', () => {
  const shared = CATALOGUE.filter(({ code, question }) => code !== question);
  for (const { code, question } of shared) {
    assert.ok(
      ASSETS.some(({ codes }) => codes.includes(code) && codes.includes(question)),
      code,
    );
  }
});

test('each plan of the catalogue becomes minutes from the first start', () => {
  const DAY = 1_440;
  const planOf = (code: string) => {
    const { firstOpenMin, cadenceMin, listedBeforeMin, openMin, pause, settlementDelayMin, result } =
      entry(code).plan;
    const closesMin = firstOpenMin + openMin;
    const paused =
      pause === null
        ? null
        : [firstOpenMin + pause.afterMin, firstOpenMin + pause.afterMin + pause.durationMin];
    const settlesMin = closesMin + settlementDelayMin;
    return {
      firstOpenMin,
      closesMin,
      paused,
      settlesMin,
      nextOpensMin: firstOpenMin + cadenceMin,
      listedBeforeMin,
      result,
    };
  };
  const open = { paused: null, listedBeforeMin: 0, result: null };
  for (const { code, plan } of catalogueFile.entries) {
    const made = planOf(code);
    const { kind } = plan;
    if (kind === 'open') {
      const closesMin = requireDays(plan.closesInDays);
      assert.deepEqual(made, {
        ...open,
        firstOpenMin: -requireDays(plan.openedDaysAgo),
        closesMin,
        nextOpensMin: closesMin,
        settlesMin: closesMin + DAY,
      });
    } else if (kind === 'paused') {
      // Paused from two days before the first start until the day before it closes.
      const closesMin = requireDays(plan.closesInDays);
      assert.deepEqual(
        [made.firstOpenMin, made.closesMin, made.paused],
        [-20 * DAY, closesMin, [-2 * DAY, closesMin - DAY]],
      );
    } else if (kind === 'unopened') {
      const opensMin = requireDays(plan.opensInDays);
      assert.deepEqual(
        [made.firstOpenMin, made.closesMin],
        [opensMin, opensMin + requireDays(plan.openDays)],
      );
      assert.ok(made.firstOpenMin - made.listedBeforeMin <= 0, 'listed at the first start');
    } else if (kind === 'closed') {
      assert.deepEqual([made.closesMin, made.settlesMin], [-3 * DAY, requireDays(plan.settlesInDays)]);
      assert.equal(made.nextOpensMin, made.settlesMin, 'the next edition opens when this one settles');
    } else if (kind === 'settled') {
      assert.deepEqual([made.closesMin, made.result], [-requireDays(plan.closedDaysAgo), plan.result]);
      assert.equal(made.settlesMin - made.closesMin, 60);
    } else {
      const minutes = requirePresent(plan.everyMinutes ?? null, code);
      assert.deepEqual(
        [made.closesMin, made.nextOpensMin, made.settlesMin, made.listedBeforeMin],
        [minutes, minutes, minutes * 1.1, minutes / 2],
      );
      assert.deepEqual(made.paused, [minutes * 0.5, minutes * 0.55]);
    }
  }
});

const requireDays = (days: number | undefined): number => requirePresent(days ?? null, 'days') * 1_440;
