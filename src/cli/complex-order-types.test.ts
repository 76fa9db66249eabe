import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startService, type TypedService } from './cli-service.fixture.ts';

interface Placed {
  readonly id: string;
  readonly type: string;
  readonly tag: string | null;
  readonly side: string | null;
  readonly outcome: string | null;
  readonly qty: string;
  readonly price: string | null;
  readonly post_only: boolean;
  readonly params: Readonly<Record<string, unknown>>;
}

// Each flag must arrive as its own parameter: a flag that is read and not sent, or sent under another name, is seen here.

let service: TypedService;
describe('commands of complex orders', () => {
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const run = (...args: string[]) => service.run(...args);
  const parsed = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args)).out) as T;

  async function place(...args: string[]): Promise<Placed> {
    const placed = await parsed<Placed>(...args);
    await run('complex', 'cancel', placed.id);
    return placed;
  }
  /** The text of a refusal. */
  async function refuse(...args: string[]): Promise<string> {
    const { exitCode, err, out } = await run(...args);
    assert.notEqual(exitCode, 0, out);
    return err;
  }

  test('peg sends its reference, offset, stay and moves', async () => {
    const peg = await place(
      'peg',
      'buy',
      '1001',
      '3',
      '--price',
      '0.02',
      '--reference',
      'near',
      '--offset',
      '0.01',
      '--stay',
      '2000',
      '--moves',
      '7',
      '--post-only',
      '--no',
      '--tag',
      'peg:1',
    );
    assert.deepEqual(
      [peg.type, peg.side, peg.outcome, peg.qty, peg.price, peg.post_only, peg.tag],
      ['PEG', 'BUY', 'NO', '3', '0.02', true, 'peg:1'],
    );
    assert.deepEqual(peg.params, {
      reference: 'NEAR',
      offset: '0.01',
      min_stay_ms: 2_000,
      max_moves: 7,
      max_outage_ms: 60_000,
    });
    const body = ['peg', 'buy', '1001', '3', '--price', '0.02'];
    assert.match(await refuse(...body), /--reference/);
    assert.match(await refuse(...body, '--reference', 'best'), /params\.reference/);
    assert.match(await refuse(...body, '--reference', 'near', '--moves', 'many'), /--moves/);
  });

  test('pov sends its participation, window and finish', async () => {
    const body = ['pov', 'sell', '1001', '3', '--price', '0.98'];
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const pov = await place(
      ...body,
      '--participation',
      '0.05',
      '--window',
      '5000',
      '--cross',
      '--expires',
      expires,
      '--tag',
      'pov-1',
    );
    assert.deepEqual([pov.type, pov.side, pov.tag], ['POV', 'SELL', 'pov-1']);
    const terms = { participation: '0.05', window_ms: 5_000, finish: 'CROSS', max_outage_ms: 60_000 };
    assert.deepEqual(pov.params, terms);
    assert.match(await refuse(...body), /--participation/);
    assert.match(await refuse(...body, '--participation', '0.6'), /params\.participation/);
    assert.match(await refuse(...body, '--participation', '0.1', '--cross'), /params\.finish|expires/);
  });

  test('smart-route sends its asset and each parameter under its own name', async () => {
    const body = ['smart-route', 'buy', '999999', '3', '--post-only'];
    const unknown = await refuse(...body, '--price', '0.02', '--improvement', '0.01', '--stay', '2000');
    assert.match(unknown, /generic_asset_id: is not a known asset/);
    assert.doesNotMatch(unknown, /params/);
    const named = await refuse(...body, '--improvement', '2', '--stay', '5', '--moves', '0');
    assert.match(await refuse(...body, '--venues', 'Demo,Nowhere'), /routing\.venues: must be among/);
    for (const field of ['generic_asset_id', 'price', 'min_improvement', 'min_stay_ms', 'max_moves'])
      assert.ok(named.includes(`${field}: `), named);
    assert.match(await refuse(...body, '--stay', 'soon'), /--stay soon: expected a whole number/);
  });

  test('an OCO with two limits sends both legs, and only with --allow-overfill', async () => {
    const body = ['oco', 'buy', '1001', '3', '--price', '0.02', '--other', '1002', '--other-price', '0.03'];
    const { type, qty, tag, params } = await place(...body, '--allow-overfill', '--tag', 'oco.1');
    const leg = { side: 'BUY', outcome: 'YES', type: 'LIMIT' };
    assert.deepEqual([type, qty, tag, params['allow_overfill']], ['OCO', '3', 'oco.1', true]);
    assert.deepEqual(params['legs'], [
      { instrument_id: 1001, ...leg, price: '0.02' },
      { instrument_id: 1002, ...leg, price: '0.03' },
    ]);
    assert.match(await refuse(...body), /legs_can_overfill/);
    for (const args of [[...body, '--stop', '0.9'], body.slice(0, 6)])
      assert.match(await refuse(...args), /name either --stop or --other-price/);
  });

  test('hedge sends its legs and what follows when one lags', async () => {
    const legs = ['--leg', '1001:yes:0.3', '--leg', '1001:no:0.31', '--unhedged', '5'];
    const { type, tag, params } = await place(
      'hedge',
      '10',
      ...legs,
      '--edge',
      '0.02',
      '--together',
      '--within',
      '700',
      '--risk',
      'chase',
      '--chase',
      '1.03',
      '--accept-settlement-risk',
      '--tag',
      'h_1',
    );
    const { legs: sent, ...terms } = params;
    assert.deepEqual([type, tag], ['HEDGED_PAIR', 'h_1']);
    assert.deepEqual(terms, {
      min_edge: '0.02',
      mode: 'SIMULTANEOUS',
      unhedged_qty_max: '5',
      unhedged_ms_max: 700,
      on_leg_risk: 'CHASE',
      chase_price: '1.03',
      accept_settlement_risk: true,
      max_outage_ms: null,
    });
    assert.deepEqual(sent, [
      { instrument_id: 1001, side: 'BUY', outcome: 'YES', price: '0.3' },
      { instrument_id: 1001, side: 'BUY', outcome: 'NO', price: '0.31' },
    ]);
    assert.match(await refuse('hedge', '10', ...legs, '--risk', 'pray'), /params\.on_leg_risk/);
    assert.match(await refuse('hedge', '10', ...legs, '--risk', 'chase'), /params\.chase_price/);
  });

  test('the preview of a bracket shows both orders, and --overlap reserves the stop', async () => {
    const body = [
      'bracket',
      'sell',
      '1001',
      '3',
      '--price',
      '0.98',
      '--take-profit',
      '0.1',
      '--stop',
      '0.99',
    ];
    interface Preview {
      readonly reserved: string;
      readonly entry: object | null;
      readonly exits: readonly { readonly kind: string }[];
    }
    const [plain, overlapping] = [
      await parsed<Preview>(...body, '--dry-run'),
      await parsed<Preview>(...body, '--overlap', '3000', '--dry-run'),
    ];
    assert.deepEqual([plain.reserved, overlapping.reserved], ['0', '3']);
    assert.ok(plain.entry !== null);
    const kinds = plain.exits.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['TAKE_PROFIT', 'STOP_LOSS']);
  });

  test('--tag groups the orders, and lists are filtered by it', async () => {
    const { id } = await parsed<Placed>(
      'iceberg',
      'buy',
      '1001',
      '4',
      '--price',
      '0.02',
      '--show',
      '2',
      '--tag',
      'grouped',
    );
    const list = async (tag: string) =>
      (await parsed<readonly Placed[]>('complex', 'list', '--tag', tag)).map((each) => each.id);
    assert.deepEqual([await list('grouped'), await list('other')], [[id], []]);
    await run('complex', 'cancel', id);
    const body = ['iceberg', 'buy', '1001', '4', '--price', '0.02', '--show', '2'];
    assert.match(await refuse(...body, '--tag', 'two words'), /tag/);
  });
});
