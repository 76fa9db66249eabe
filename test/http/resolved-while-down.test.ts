import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { known, parseUnits, renderUnits } from '../support/decimal.ts';
import { getFills, getOrder, getPositions, signedQty } from '../support/order-bodies.ts';
import type { Fill, Instrument, Outcome, PnlPoint, Side } from '../support/record-schemas.ts';
import { readExchangeAddress } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';
import { open } from '../ws/test-stream.ts';

// Markets that resolve at the exchanges while the service does not run, after a crash and after a clean stop.

type Venue = 'Kalshi' | 'Polymarket';
const VENUES = ['Kalshi', 'Polymarket'] as const;
const ONE = parseUnits('1');
const QTY = '20';
const ROOT = join(import.meta.dirname, '..', '..');

/** The end of a market: the admin command, and the payout of a YES contract. */
const ENDINGS: Readonly<Record<Venue, readonly (readonly [payout: string, command: object])[]>> = {
  Kalshi: [
    ['1', { result: 'yes' }],
    ['0', { result: 'no' }],
    ['0.37', { result: 'scalar', value: '0.37' }],
    ['0.5', { result: 'scalar', value: '0.5' }],
  ],
  Polymarket: [
    ['1', { result: 'yes' }],
    ['0', { result: 'no' }],
    ['0.5', { result: 'scalar', value: '0.5' }],
  ],
};

const HOLDERS: readonly (readonly [Side, Outcome])[] = [
  ['BUY', 'YES'],
  ['BUY', 'NO'],
  ['SELL', 'YES'],
  ['SELL', 'NO'],
];

interface Held {
  readonly venue: Venue;
  readonly instrument: Instrument;
  readonly payout: string;
  readonly command: object;
  readonly traded: Fill[];
}

const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
const api = service.api();
const untouched = new Map<Venue, Instrument[]>();
for (const venue of VENUES)
  untouched.set(
    venue,
    await until(`${venue} lists its markets and is healthy`, async () => {
      const health = await api.ok<{ healthy: boolean }[]>('GET', '/v1/venues/health');
      const all = await api.ok<Instrument[]>('GET', `/v1/markets?venue=${venue}`);
      const found = all.filter(({ status }) => status === 'OPEN');
      return found.length > 34 && health.every(({ healthy }) => healthy) ? found : null;
    }),
  );

for (const [ending, isKilled] of [
  ['kill -9', true],
  ['a clean stop', false],
] as const)
  test(`after ${ending}: positions, fills, PnL and streams are those of the results that the venues gave meanwhile`, async () => {
    const held: Held[] = [];
    for (const venue of VENUES)
      for (const [payout, command] of ENDINGS[venue])
        for (const [side, outcome] of HOLDERS)
          held.push({ venue, payout, command, ...(await hold(venue, side, outcome)) });
    await until('every trade is final', async () => {
      const fills = await allFills();
      return fills.every(({ settlement }) => settlement === 'FINAL') ? true : null;
    });
    const before = await allFills();
    for (const { instrument, traded } of held)
      traded.push(...before.filter((fill) => fill.instrument_id === instrument.instrument_id));
    if (isKilled) {
      await service.kill();
      for (const each of held) await resolve(each, readExchangeAddress(service, each.venue).control);
    } else {
      await service.stop();
      for (const venue of VENUES)
        await withExchange(venue, async (control) => {
          for (const each of held.filter((one) => one.venue === venue)) await resolve(each, control);
        });
    }
    await service.start(); // a killed service attaches to the exchanges, which still run
    const fills = await until('every position is settled', async () => {
      const left = new Set((await getPositions(api)).map((each) => each.instrument_id));
      const now = await allFills();
      const settled = new Set(now.filter(isSettlement).map((each) => each.instrument_id));
      const isOver = ({ instrument: { instrument_id: id } }: Held): boolean =>
        !left.has(id) && settled.has(id);
      return held.every(isOver) ? now : null;
    });
    for (const each of held) await assertSettled(each, fills);
    await assertTotals(fills);
    await assertStreams(held);
    await service.kill();
    await service.start();
    await until('the venues are healthy again', async () => {
      const health = await api.ok<{ healthy: boolean }[]>('GET', '/v1/venues/health');
      return health.every(({ healthy }) => healthy) ? true : null;
    });
    assert.deepEqual(await allFills(), fills, 'another start settles nothing twice');
  });

/** Opens a position in an untouched market. */
async function hold(
  venue: Venue,
  side: Side,
  outcome: Outcome,
): Promise<{ instrument: Instrument; traded: Fill[] }> {
  for (;;) {
    const instrument = untouched.get(venue)?.shift() ?? assert.fail(`${venue} has another market`);
    const price = side === 'BUY' ? '0.97' : '0.03';
    const terms = { side, outcome, type: 'LIMIT', tif: 'IOC', price, qty: QTY };
    const body = { subaccount_id: 'sa_1', instrument_id: instrument.instrument_id, ...terms };
    const { status, text } = await api.call('POST', '/v1/orders', body);
    if (status !== 200) continue; // off the grid of this market, or below its minimum
    const { id } = JSON.parse(text) as { id: string };
    const order = await until('the order has ended', async () => {
      const now = await getOrder(api, id);
      return now.remaining_qty === '0' ? now : null;
    });
    if (parseUnits(order.filled_qty) > 0n) return { instrument, traded: [] };
  }
}

const isSettlement = ({ liquidity }: Fill): boolean => liquidity === 'SETTLEMENT';
const allFills = (): Promise<readonly Fill[]> => getFills(api, 'sa_1', '&limit=500');

async function resolve({ instrument, command }: Held, control: string): Promise<void> {
  const body = { market: instrument.ticker, verb: 'settle', ...command };
  const answer = await fetch(`${control}/market`, { method: 'PUT', body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.text());
}

/** Runs a venue's exchange on its folder while the service is stopped. */
async function withExchange(venue: Venue, work: (control: string) => Promise<void>): Promise<void> {
  const name = venue.toLowerCase();
  const folder = join(service.dataDir, 'sandbox', name);
  const keys = venue === 'Kalshi' ? ['--key-file', join(folder, 'key.json')] : [];
  const main = join(ROOT, 'simulators', name, 'main.ts');
  const child = spawn(process.execPath, [main, '--data', folder, '--stay', ...keys], { stdio: 'ignore' });
  after(() => child.kill('SIGKILL'));
  const { control } = await until('the exchange listens', () => {
    const address = readExchangeAddress(service, venue);
    return address.pid === child.pid ? address : null;
  });
  await work(control);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/**
 * One settlement fill closes the whole position at the venue's payout, and the instrument shows the result.
 */
async function assertSettled(
  { venue, instrument, payout, traded }: Held,
  fills: readonly Fill[],
): Promise<void> {
  const { instrument_id: id, ticker } = instrument;
  const what = `${venue} ${ticker} at ${payout}`;
  const own = fills.filter((fill) => fill.instrument_id === id);
  const closing = own.filter(isSettlement);
  assert.equal(own.length, traded.length + 1, what);
  assert.equal(closing.length, 1, what);
  const [fill] = closing;
  assert.ok(fill !== undefined);
  const net = traded.reduce((sum, each) => sum + signedQty(each), 0n);
  assert.equal(signedQty(fill), -net, what);
  const inYes = fill.outcome === 'YES' ? parseUnits(fill.price) : ONE - parseUnits(fill.price);
  assert.equal(renderUnits(inYes), payout, what);
  assert.equal(fill.settlement_price, payout, what);
  assert.deepEqual([fill.fee, fill.order_id, fill.settlement], ['0', null, 'FINAL'], what);
  const cost = traded.reduce((sum, each) => sum + signedQty(each) * yesPrice(each), 0n);
  const gain = own.reduce((sum, each) => sum + parseUnits(each.realized_pnl, 16), 0n);
  assert.equal(gain, net * parseUnits(payout) - cost, what);
  const listed = await api.ok<Instrument>('GET', `/v1/markets/${id}`);
  const result = payout === '1' ? 'YES' : payout === '0' ? 'NO' : 'FRACTION';
  assert.deepEqual(
    [listed.status, listed.result, listed.settlement_price],
    ['SETTLED', result, payout],
    what,
  );
}

const yesPrice = ({ outcome, price }: Fill): bigint =>
  outcome === 'YES' ? parseUnits(price) : ONE - parseUnits(price);

/** Without a position, the PnL is the realized PnL of the fills. */
async function assertTotals(fills: readonly Fill[]): Promise<void> {
  assert.deepEqual(await getPositions(api), []);
  const sum = (values: readonly string[]): string =>
    renderUnits(
      values.reduce((total, value) => total + parseUnits(value, 16), 0n),
      16,
    );
  const now = (await api.ok<readonly PnlPoint[]>('GET', '/v1/pnl?subaccount_id=sa_1&interval=1m')).at(-1);
  assert.equal(now?.realized_pnl, sum(fills.map((fill) => fill.realized_pnl)));
  assert.equal(now?.unrealized_pnl, '0');
  assert.equal(now?.fees, sum(fills.map(({ fee }) => known(fee))));
}

/** A client that connects after the start sees no settled position, and may still trade elsewhere. */
async function assertStreams(held: readonly Held[]): Promise<void> {
  const stream = await open(service, '/v1/ws/positions');
  const snapshot = await stream.next('snapshot', (frame) => frame['subaccount_id'] === 'sa_1');
  const positions = snapshot['positions'] as readonly { instrument_id: number }[];
  const shown = new Set(positions.map((each) => each.instrument_id));
  for (const { instrument } of held) assert.ok(!shown.has(instrument.instrument_id), instrument.ticker);
  await stream.close();
}
