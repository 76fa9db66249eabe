import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { readExchangeAddress } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from '../ws/stream-frames.ts';
import { Stream, socketUrl } from '../ws/test-stream.ts';

// Merges, splits and redemptions through the adapter and the relayer of the local exchange, over a kill -9.

const STEPS = ['REQUESTED', 'SENDING', 'SENT', 'CONFIRMED'];

interface Operation {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly failure: string | null;
  readonly amount: string;
  readonly transaction_hash: string | null;
}

interface Balance {
  readonly venue: string;
  readonly available: string | null;
  readonly locked_in_pairs?: string;
  readonly redeemable?: string;
}

const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
const api = service.api();
const assertFrame = await frameValidator(service);

const control = async (path: string, body: object): Promise<void> => {
  const { control: url } = readExchangeAddress(service, 'Polymarket');
  const answer = await fetch(`${url}${path}`, { method: 'PUT', body: JSON.stringify(body) });
  assert.equal(answer.status, 200, await answer.text());
};

const [market] = await until('an open market of Polymarket', async () => {
  const listed = await api.ok<readonly Instrument[]>(
    'GET',
    '/v1/markets?venue=Polymarket&status=OPEN&limit=50',
  );
  const found = listed.filter(({ close_time }) => Date.parse(close_time ?? '') > Date.now() + 86_400_000);
  return found.length > 0 ? found : null;
});
assert.ok(market !== undefined);
const { instrument_id } = market;

const begin = (verb: string, more: object = {}): Promise<Operation> =>
  api.ok('POST', `/v1/positions/${verb}`, { subaccount_id: 'sa_1', instrument_id, ...more });

const ended = ({ id }: Operation): Promise<Operation> =>
  until(`the end of ${id}`, async () => {
    const found = await api.ok<Operation>('GET', `/v1/positions/operations/${id}`);
    return found.status === 'CONFIRMED' || found.status === 'FAILED' ? found : null;
  });

const readBalance = async (venue: string): Promise<Balance> => {
  const all = await api.ok<readonly Balance[]>('GET', '/v1/balances?subaccount_id=sa_1');
  const found = all.find((each) => each.venue === venue);
  assert.ok(found !== undefined);
  return found;
};

interface Sale {
  readonly status: string;
  readonly legs: readonly { readonly sent_as: object | null }[];
}

/** The transactions that the relayer of the local exchange has taken. */
async function countRelayed(): Promise<number> {
  const folder = join(service.dataDir, 'sandbox', 'polymarket');
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { api_key, address } = read('relayer.json') as { readonly api_key: string; readonly address: string };
  const { origins } = read('listening.json') as { readonly origins: { readonly relayer: string } };
  const headers = { RELAYER_API_KEY: api_key, RELAYER_API_KEY_ADDRESS: address };
  const answer = await fetch(`${origins.relayer}/transactions`, { headers });
  return ((await answer.json()) as readonly unknown[]).length;
}

test('cash becomes pairs and cash again, also with a lost answer and a kill, and each step once', async () => {
  const stream = new Stream(
    `${socketUrl(service)}${api.socketTarget('/v1/ws/operations?subaccount_id=sa_1')}`,
  );
  assert.deepEqual((await stream.next('snapshot'))['operations'], []);
  const split = await ended(await begin('split', { qty: '10', idempotency_key: 'split-1' }));
  const streamed = await until('each step on the stream', () => {
    const frames = stream.of('operation').map((frame) => frame['operation'] as Operation);
    return frames.at(-1)?.status === 'CONFIRMED' ? frames : null;
  });
  assert.deepEqual([...new Set(streamed.map(({ status }) => status))], STEPS);
  assert.deepEqual(streamed.at(-1), split);
  for (const frame of stream.of('operation')) assertFrame('operations', frame);
  await stream.close();
  assert.deepEqual([split.status, split.failure], ['CONFIRMED', null]);
  assert.match(String(split.transaction_hash), /^0x[0-9a-f]{64}$/);
  assert.equal((await begin('split', { qty: '10', idempotency_key: 'split-1' })).id, split.id);
  assert.equal((await readBalance('Polymarket')).locked_in_pairs, '10');

  await control('/faults', { name: 'drop_after_accept', path: '/submit', how: 'hang', times: 1 });
  const merge = await begin('merge', { qty: '4' });
  await until('the second transaction at the relayer', async () =>
    (await countRelayed()) === 2 ? true : null,
  );
  assert.equal((await api.ok<Operation>('GET', `/v1/positions/operations/${merge.id}`)).status, 'SENDING');
  await service.kill();
  await service.start();
  assert.equal((await ended(merge)).status, 'CONFIRMED');
  assert.equal((await readBalance('Polymarket')).locked_in_pairs, '6');

  await control('/market', { market: market.slug, verb: 'settle', result: 'yes' });
  await until('the claim', async () => ((await readBalance('Polymarket')).redeemable === '6' ? true : null));
  const redeem = await ended(await begin('redeem'));
  assert.deepEqual([redeem.status, redeem.amount], ['CONFIRMED', '6']);
  const { locked_in_pairs, redeemable } = await readBalance('Polymarket');
  assert.deepEqual([locked_in_pairs, redeemable], ['0', '0']);
  await until('the cash', async () =>
    Number((await readBalance('Polymarket')).available) === 10_000 ? true : null,
  );
  const all = await api.ok<readonly Operation[]>('GET', '/v1/positions/operations?subaccount_id=sa_1');
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['REDEEM', 'MERGE', 'SPLIT'],
  );
});

/** What the deposit wallet of the service has at the local exchange, by asset. */
async function readWallet(asset: string): Promise<number> {
  const { control: url } = readExchangeAddress(service, 'Polymarket');
  const { holdings } = (await (await fetch(`${url}/state`)).json()) as {
    readonly holdings: readonly { readonly wallet: string; readonly asset: string; readonly chain: string }[];
  };
  const address = walletAddress();
  return Number(holdings.find((each) => each.wallet === address && each.asset === asset)?.chain ?? 0);
}

const walletAddress = (): string =>
  readFileSync(join(service.dataDir, 'sandbox', 'polymarket', 'deposit-wallet'), 'utf8')
    .trim()
    .toLowerCase();

test('tokens that came by hand are taken over with their pairs, sold as they are held, and merged', async () => {
  const listed = await api.ok<readonly Instrument[]>(
    'GET',
    '/v1/markets?venue=Polymarket&status=OPEN&limit=50',
  );
  const other = listed.find(
    ({ close_time, slug }) => Date.parse(close_time ?? '') > Date.now() + 86_400_000 && slug !== market.slug,
  );
  assert.ok(other !== undefined);
  const { control: url } = readExchangeAddress(service, 'Polymarket');
  const { markets } = (await (await fetch(`${url}/state`)).json()) as {
    readonly markets: readonly { readonly slug: string; readonly tokens: readonly [string, string] }[];
  };
  const [yes, no] = markets.find(({ slug }) => slug === other.slug)?.tokens ?? assert.fail('it is listed');
  for (const [asset, amount] of [
    [yes, '50'],
    [no, '20'],
  ] as const)
    await control('/act', { verb: 'deposit', wallet: walletAddress(), asset, amount });
  await service.kill();
  await service.start(); // the first look; the command is the second
  const adopted = await until('the adoption', async () => {
    const { stdout } = await service.cli('venue', 'adopt', 'Polymarket', 'sa_1', '--json');
    const rows = (JSON.parse(stdout) as { readonly adopted: readonly Readonly<Record<string, string>>[] })
      .adopted;
    return rows.length > 0 ? rows : null;
  });
  assert.deepEqual(
    adopted.map(({ side, outcome, qty }) => `${side} ${qty} ${outcome}`),
    ['BUY 50 YES', 'BUY 20 NO'],
  );
  assert.equal((await readBalance('Polymarket')).locked_in_pairs, '20');
  for (const [outcome, qty] of [
    ['NO', '6'],
    ['YES', '10'],
  ] as const) {
    const order: { readonly id: string } = await api.ok('POST', '/v1/orders', {
      subaccount_id: 'sa_1',
      instrument_id: other.instrument_id,
      side: 'SELL',
      outcome,
      type: 'LIMIT',
      tif: 'IOC',
      price: '0.01',
      qty,
    });
    const filled: Sale = await until(`the sale of ${outcome}`, async () => {
      const found: Sale = await api.ok('GET', `/v1/orders/${order.id}`);
      return found.status === 'FILLED' ? found : null;
    });
    assert.deepEqual(filled.legs[0]?.sent_as, { side: 'SELL', outcome, price: '0.01' });
  }
  const merge = await ended(await begin('merge', { instrument_id: other.instrument_id }));
  assert.deepEqual([merge.status, merge.amount], ['CONFIRMED', '14']);
  await until('the tokens at the exchange', async () =>
    (await readWallet(yes)) === 26 && (await readWallet(no)) === 0 ? true : null,
  );
  assert.equal((await readBalance('Polymarket')).locked_in_pairs, '0');
  const cash = await readWallet('pUSD');
  await until('the cash', async () =>
    Number((await readBalance('Polymarket')).available) === cash ? true : null,
  );
});

test('a venue that nets both outcomes refuses in words, and shows no tokens', async () => {
  const [demo] = await api.ok<readonly Instrument[]>('GET', '/v1/markets?venue=Demo&limit=1');
  const body = { subaccount_id: 'sa_1', instrument_id: demo?.instrument_id };
  for (const verb of ['merge', 'redeem'])
    await api.refused([422, 'operation_unsupported'], 'POST', `/v1/positions/${verb}`, body);
  assert.equal((await readBalance('Demo')).locked_in_pairs, undefined);
});
