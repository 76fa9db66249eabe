import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type {
  Fill,
  Instrument,
  Order,
  OrderBook,
  PnlPoint,
  PnlShare,
  Position,
} from '../../sdk/src/index.ts';
import { program } from '../../test/support/program.ts';
import { startService, type TypedService } from './cli-service.fixture.ts';

let service: TypedService;
describe('trading commands', () => {
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const run = (...args: string[]) => service.run(...args);
  const parsed = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args)).out) as T;

  test('a market is found, listed, shown and matched, and its book read, as JSON in a pipe', async () => {
    const [found] = await parsed<Instrument[]>('markets', 'search', 'rain', '--status', 'open');
    assert.equal(found?.instrument_id, 1001);
    const byTicker = await parsed<Instrument>('markets', 'match', '--ticker', found?.ticker ?? '');
    assert.equal(byTicker.instrument_id, 1001);
    assert.equal((await parsed<Instrument>('markets', 'show', `Demo:${found?.ticker}`)).instrument_id, 1001);
    assert.equal((await parsed<Instrument[]>('markets', 'list', '--limit', '3')).length, 3);
    const book = await parsed<OrderBook>('book', '1001', '--depth', '2');
    assert.deepEqual([book.bids.length, book.asks.length], [2, 2]);
  });

  test('a search that finds nothing says how to find words with a wrong letter, and does with --near', async () => {
    const search = ['markets', 'search', 'londn', 'rain', '-o', 'table'];
    const none = await run(...search);
    assert.deepEqual([none.out, none.exitCode], ['', 0]);
    assert.match(none.err, /no instrument has all these words; --near also finds/);
    const near = await run(...search, '--near');
    assert.match(near.out, /Will it rain in London/);
    assert.match(near.err, /differ by one letter/);
  });

  test('lists that are empty without further venues are read with their filters', async () => {
    assert.deepEqual(await parsed('events', 'generic', 'no-such-word'), []);
    assert.deepEqual(await parsed('opportunities', '--kind', 'cross', '--min-edge', '1', '--unreviewed'), []);
    assert.deepEqual(
      await parsed('opportunities', 'history', '--since', '2026-07-01T00:00:00Z', '--kind', 'internal'),
      [],
    );
    const refused = await run('opportunities', '--asset', 'x');
    assert.notEqual(refused.exitCode, 0);
  });

  test('a report without orders says so, and where to look', async () => {
    const { err } = await run('report', 'shadow', '-o', 'table');
    assert.match(err, /^No order in the last 1d: a longer --since looks further back/m);
  });

  test('every read command supports every output format', async () => {
    await run('buy', '1001', '1', '@0.99');
    const reads = [
      'trades 1001',
      'candles 1001',
      'stats 1001',
      'venues',
      'record status',
      'positions',
      'balances',
      'balances --sheet',
      'fees 1001 --price 0.5 --qty 10',
      'fees',
      'events list',
      'fills',
      'risk show',
      'pnl',
      'pnl --by venue',
    ];
    for (const line of [...reads, 'order list', 'order show 1', 'order trace 1', 'book 1001']) {
      const [json, csv, ndjson, table] = await Promise.all(
        ['json', 'csv', 'ndjson', 'table'].map((format) => run(...line.split(' '), '-o', format)),
      );
      assert.doesNotThrow(() => JSON.parse(json?.out ?? ''), line);
      assert.match(csv?.out ?? '', /^[a-z_0-9]+(,[a-z_0-9]+)+\n/, line);
      for (const record of ndjson?.out.split('\n') ?? []) assert.equal(typeof JSON.parse(record), 'object');
      assert.match(table?.out ?? '', /^\S/, line);
      assert.deepEqual(
        [json, csv, ndjson, table].map((it) => it?.exitCode),
        [0, 0, 0, 0],
        line,
      );
    }
    const receipt = await run('order', 'receipt', '1', '-o', 'table');
    assert.match(receipt.out, /^ord_1 FILLED: 1 of 1 at [\d.]+\n[\s\S]*realised: cost [\d.]+ with fees/);
    assert.match(
      receipt.out,
      /\nslippage: [\d.]+ (?:worse|better) against the mid of [\d.]+, 0 worse against the average/,
    );
  });

  test('a report of orders whose books were not observed says why', async () => {
    const { err } = await run('report', 'shadow', '-o', 'table');
    assert.match(err, /^No order has the books after it: the service records them under profile shadow/m);
  });

  test('pnl ends now, applies its filters, and names the possible groups', async () => {
    const [whole] = (await parsed<PnlShare[]>('pnl', '--by', 'venue')).slice(-1);
    const [now] = (await parsed<PnlPoint[]>('pnl', '--interval', '1m')).slice(-1);
    assert.deepEqual([whole?.group, whole?.realized_pnl], ['Demo', now?.realized_pnl]);
    assert.deepEqual(await parsed('pnl', '--venue', 'Kalshi'), []);
    const wrong = await run('pnl', '--by', 'moon');
    assert.deepEqual(
      [wrong.exitCode, wrong.err],
      [2, 'crossbook: --by moon: expected one of venue, category, instrument.'],
    );
    assert.equal((await run('pnl', '--interval', '2h')).exitCode, 2);
  });

  test('--fields selects and orders fields, and lists the known fields when one is unknown', async () => {
    const { out } = await run('venues', '-o', 'csv', '--fields', 'healthy,capabilities.amend,name');
    assert.match(out, /^healthy,capabilities\.amend,name\ntrue,native,Demo\n/);
    const wrong = await run('venues', '--fields', 'nam');
    assert.equal(wrong.exitCode, 2);
    assert.match(wrong.err, /^crossbook: --fields nam: unknown field; the fields are name, status,/);
  });

  test('an order is previewed without being placed, placed with a printed key, and repeated as one order', async () => {
    const line = ['buy', '1001', '2', '@0.02', '--subaccount', 'sa_2'];
    const preview = await parsed<{ legs: { qty: string }[] }>(...line, '--dry-run');
    assert.equal(preview.legs[0]?.qty, '2');
    assert.deepEqual(await parsed('order', 'list', '--subaccount', 'sa_2'), []);
    const placed = await run(...line);
    const order = JSON.parse(placed.out) as Order;
    assert.equal(placed.err, `client_order_id ${order.client_order_id}`);
    assert.match(order.client_order_id ?? '', /^cli-/);
    const again = await run(...line, '--key', order.client_order_id ?? '');
    assert.deepEqual([JSON.parse(again.out).id, again.err], [order.id, '']);
    const changed = await run(
      ...line.slice(0, 2),
      '3',
      ...line.slice(3),
      '--key',
      order.client_order_id ?? '',
    );
    assert.deepEqual(
      [changed.exitCode, changed.err.startsWith('crossbook: idempotency_conflict: ')],
      [6, true],
    );
    const amended = await parsed<Order>('order', 'amend', order.id, '--qty', '1');
    assert.equal(amended.qty, '1');
    const cancelled = await parsed<Order[]>('order', 'cancel', order.id);
    assert.deepEqual([cancelled[0]?.status, cancelled[0]?.reason], ['CANCELLED', 'user_cancel']);
  });

  test('--wait returns when the order closes, and NO, tif and assets are sent as given', async () => {
    const no = await parsed<Order>('buy', '1001', '1', '@0.99', '--no', '--tif', 'ioc', '--wait');
    assert.deepEqual([no.status, no.outcome, no.tif], ['FILLED', 'NO', 'IOC']);
    const split = await parsed<Order>('buy', '--asset', '501', '4', '@0.99', '--split', '--wait');
    assert.deepEqual([split.status, split.routing.mode], ['FILLED', 'SPLIT']);
  });

  test('as a process: the answer on standard output, a rejection on standard error, and the exit code', async () => {
    const book = await service.runProcess('book', '1001', '--depth', '1');
    assert.deepEqual([book.exitCode, book.err, JSON.parse(book.out).bids.length], [0, '', 1]);
    const missing = await service.runProcess('order', 'show', 'ord_999');
    assert.deepEqual([missing.exitCode, missing.out], [5, '']);
    assert.match(missing.err, /^crossbook: not_found: .*\(crossbook explain not_found\)$/);
  });

  test('orders are cancelled by id; one that is unknown is an error, and without a cancelled one nothing is printed', async () => {
    const unknown = await run('order', 'cancel', 'ord_999');
    assert.deepEqual([unknown.exitCode, unknown.out], [5, '']);
    assert.match(unknown.err, /^crossbook: ord_999: not_found: /);
    const { id } = await parsed<Order>('buy', '1001', '1', '@0.01');
    const both = await run('order', 'cancel', 'ord_999', id);
    assert.equal(both.exitCode, 5);
    assert.deepEqual(
      (JSON.parse(both.out) as Order[]).map((order) => [order.id, order.status]),
      [[id, 'CANCELLED']],
    );
  });

  test('an order names its market by id, VENUE:TICKER or a ticker of one venue, and not by words', async () => {
    const { ticker, venue } = await parsed<{ ticker: string; venue: string }>('markets', 'show', '1001');
    for (const name of [`${venue}:${ticker}`, ticker, ticker.toLowerCase()]) {
      const order = await parsed<Order>('buy', name, '1', '@0.01');
      assert.equal(order.instrument_id, 1001, name);
      await run('order', 'cancel', order.id);
    }
    const words = await run('buy', 'rain', '1');
    assert.deepEqual([words.exitCode, words.out], [5, '']);
    assert.match(words.err, /^crossbook: rain: no instrument has this ticker\. To search: markets search\.$/);
  });

  test('a rejection is one line on standard error, and its exit code is that of its kind', async () => {
    const cases: readonly (readonly [string, number, RegExp])[] = [
      ['buy 1001 1 @0.333', 2, /^crossbook: validation: price: .* \(crossbook explain validation\)$/],
      ['buy 1001', 2, /^crossbook: expected ID QTY \[@PRICE\]/],
      ['buy 1001 1 0.5', 2, /write a price as @0\.5/],
      ['buy 1001 1 @0.5 --split', 2, /add --asset ID/],
      ['book 1001 -o xml', 2, /expected one of table, wide, json, ndjson, csv/],
      ['order amend 1', 2, /name a field to change/],
      ['order show ord_999', 5, /^crossbook: not_found: /],
      ['order cancel ord_1', 6, /^crossbook: ord_1: order_not_open: /],
      ['explain nonsense_code', 5, /not a Crossbook code/],
      ['buy 1001 1 --live', 2, /--live needs --profile NAME/],
      ['venues --profile missing', 2, /--profile missing: not in .*profiles\.toml; it has none/],
      ['venues --base-url http://127.0.0.1:9', 8, /^crossbook: connection: .* not reached/],
    ];
    for (const [line, exitCode, words] of cases) {
      const ran = await run(...line.split(' '));
      assert.equal(ran.exitCode, exitCode, `${line}: ${ran.err}`);
      const lines = ran.err.split('\n').filter((it) => !it.startsWith('client_order_id '));
      assert.match(lines.join('\n'), words);
      assert.equal(lines.length, 1, line);
    }
  });

  test('quotes are put, shown and withdrawn, and their protection is set and reset', async () => {
    const put = async (...args: string[]) => {
      const [answer] = await parsed<{ bid: { action: string } }[]>('quotes', 'put', '1001', ...args);
      return answer?.bid.action;
    };
    assert.equal(await put('--bid', '5@0.02', '--seq', '1'), 'PLACED');
    assert.equal(await put('--bid', '5@0.02', '--seq', '2'), 'KEPT');
    assert.notEqual((await run('quotes', 'put', '1001', '--bid', '5@0.02', '--seq', '2')).exitCode, 0);
    assert.notEqual((await run('quotes', 'put', '1001')).exitCode, 0);
    const shown = await parsed<{ instrument_id: number }[]>('quotes', 'show');
    assert.deepEqual(
      shown.map(({ instrument_id }) => instrument_id),
      [1001],
    );
    const set = await parsed<{ max_filled_qty: string; window_ms: number }>(
      'mmp',
      'set',
      '--max-filled-qty',
      '50',
      '--window',
      '2000',
    );
    assert.deepEqual([set.max_filled_qty, set.window_ms], ['50', 2000]);
    assert.deepEqual(await parsed('mmp', 'show'), set);
    assert.equal((await parsed<{ frozen: boolean }>('mmp', 'reset')).frozen, false);
    const [pulled] = await parsed<{ bid: { action: string } }[]>('quotes', 'pull');
    assert.equal(pulled?.bid.action, 'CANCELLED');
    assert.equal((await run('limits')).exitCode, 0);
  });

  test('a pair is placed by its legs, and legs that hedge nothing are refused', async () => {
    const legs = (second: string) => ['--leg', '1001:yes:0.3', '--leg', second, '--unhedged', '5'];
    const placed = await parsed<{ id: string; type: string; qty: string }>(
      'hedge',
      '10',
      ...legs('1001:no:0.3'),
    );
    assert.deepEqual([placed.type, placed.qty], ['HEDGED_PAIR', '10']);
    await run('complex', 'cancel', placed.id);
    const refused = await run('hedge', '10', ...legs('1001:yes:0.2'));
    assert.notEqual(refused.exitCode, 0);
    assert.match(refused.err, /one of the two legs/);
    assert.match((await run('hedge', '--unhedged', '5')).err, /name an opportunity, or two --leg/);
  });

  test('limits and the kill switch reject with exit code 3, and cancel-all still works', async () => {
    const limits = await parsed<{ max_order_qty: string }>('risk', 'set', '--max-order-qty', '5');
    assert.equal(limits.max_order_qty, '5');
    const tooMuch = await run('buy', '1001', '6', '@0.02', '--key', 'k-6');
    assert.deepEqual([tooMuch.exitCode, tooMuch.err.startsWith('crossbook: risk_limit: ')], [3, true]);
    await run('risk', 'set', '--max-order-qty', 'none');
    const resting = await parsed<Order>('buy', '1001', '6', '@0.02');
    const on = await run('kill', 'on', '--fields', 'kill_switch_active');
    assert.deepEqual(JSON.parse(on.out), { kill_switch_active: true });
    assert.match(on.err, /open orders remain/);
    assert.equal((await run('buy', '1001', '1', '--key', 'k-7')).exitCode, 3);
    const all = await parsed<{ cancelled_order_ids: string[] }>('order', 'cancel-all');
    assert.deepEqual(all.cancelled_order_ids, [resting.id]);
    assert.equal((await run('kill', 'off')).exitCode, 0);
  });

  test('a table shows the prices of a NO position as those of NO, and JSON those of the API', async () => {
    const market = await parsed<Instrument>('markets', 'show', '1003');
    await run('sell', '1003', '7', `@${market.min_price}`, '--subaccount', 'sa_2');
    await run('buy', '1003', '20', `@${market.min_price}`, '--subaccount', 'sa_2'); // rests and changes nothing
    const [held] = await parsed<Position[]>('positions', '--subaccount', 'sa_2');
    assert.deepEqual([held?.side, held?.outcome, held?.qty], ['SELL', 'YES', '7']);
    const table = await run(
      'positions',
      '--subaccount',
      'sa_2',
      '-o',
      'table',
      '--fields',
      'outcome,avg_price',
    );
    const shown = Number(/NO +([\d.]+)/.exec(table.out)?.[1]);
    assert.ok(Math.abs(shown + Number(held?.avg_price) - 1) < 1e-9, `${table.out} and ${held?.avg_price}`);
  });

  test('limits are a table of budgets, and JSON the record of the API', async () => {
    const { out } = await run('limits', '-o', 'table');
    assert.match(out, /^LIMIT +LEFT +BURST +PER SECOND\nkey read +\d/);
    assert.match(out, /\nlast hour: \d+ orders, \d+ fills/);
    assert.ok('buckets' in (await parsed<object>('limits')));
  });

  test('an unknown key exits with 4', async () => {
    const file = join(service.dataDir, 'stranger.json');
    const key = JSON.parse(readFileSync(join(service.dataDir, 'sandbox-key.json'), 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...key, key_id: 'key_missing' }));
    const { exitCode, err } = await run('positions', '--key-file', file);
    assert.deepEqual([exitCode, err.startsWith('crossbook: unauthorized: ')], [4, true]);
  });

  test('a live profile needs both its name and --live, also for reads', async () => {
    const profiles = join(service.dataDir, 'profiles.toml');
    const key = 'key_file = "sandbox-key.json"';
    writeFileSync(
      profiles,
      `[paper]\n${key}\nsubaccount = "sa_2"\n\n[real]\n${key}\nlive = true\n\n[slip]\n${key}\nlife = true\n`,
    );
    const typed = (line: string, more = {}) =>
      service.runWith({ CROSSBOOK_PROFILES: profiles, ...more }, ...line.split(' '));
    assert.equal((await typed('positions --profile paper')).exitCode, 0);
    assert.match((await typed('positions --profile paper --live')).err, /--live needs/);
    assert.match((await typed('positions --profile real')).err, /the profile real is LIVE/);
    const byEnvironment = await typed('positions --live', { CROSSBOOK_PROFILE: 'real' });
    assert.match(byEnvironment.err, /use --profile real --live/);
    assert.match((await typed('positions --profile slip')).err, /slip\.life: unknown/);
    assert.equal((await typed('positions --profile real --live --subaccount sa_1')).exitCode, 0);
    assert.match(
      (await typed('positions --profile real --live')).err,
      /choose one with --subaccount: sa_1, sa_2/,
    );
  });

  test('an export has every record, and its file appears complete or not at all', async () => {
    const out = join(service.dataDir, 'fills.csv');
    assert.match((await run('export', 'fills', '--out', out)).err, /^\d+ fills written to /);
    const [head, ...rows] = readFileSync(out, 'utf8').trim().split('\n');
    assert.match(head ?? '', /^id,order_id,/);
    assert.equal(rows.length, (await parsed<unknown[]>('fills', '--limit', '1000')).length);
    const prints = (await run('export', 'prints', '1001', '--format', 'ndjson')).out.split('\n');
    const ids = prints.map((line) => (JSON.parse(line) as { id: number }).id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    );
    const broken = join(service.dataDir, 'broken.csv');
    assert.equal((await run('export', 'prints', 'Demo:NONE', '--out', broken)).exitCode, 5);
    assert.equal(existsSync(broken), false);
  });

  test('a Parquet export has the records of the API: money as text, times and instrument ids as numbers', async () => {
    await run('buy', '1001', '1', '@0.99');
    const out = join(service.dataDir, 'fills.parquet');
    assert.match(
      (await run('export', 'fills', '--format', 'parquet', '--out', out)).err,
      /^\d+ fills written to /,
    );
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(out) });
    const fills = await parsed<Fill[]>('fills', '--limit', '1000');
    assert.ok(fills.length > 0);
    assert.deepEqual(
      rows,
      fills.map(({ sent_as: sent, ...fill }) => ({
        ...fill,
        'sent_as.side': sent?.side ?? null,
        'sent_as.outcome': sent?.outcome ?? null,
        'sent_as.price': sent?.price ?? null,
        instrument_id: BigInt(fill.instrument_id),
        timestamp: new Date(fill.timestamp),
      })),
    );
    const empty = join(service.dataDir, 'none.parquet');
    await run(
      'export',
      'orders',
      '--subaccount',
      'sa_2',
      '--instrument',
      '1050',
      '--format',
      'parquet',
      '--out',
      empty,
    );
    const { schema, num_rows: count } = await parquetMetadataAsync(await asyncBufferFromFile(empty));
    assert.deepEqual([Number(count), schema[1]?.name], [0, 'id']);
    const unsaid = await run('export', 'fills', '--format', 'parquet');
    assert.deepEqual([unsaid.exitCode, unsaid.out], [2, '']);
  });

  test('an instrument can be named by its ticker or by words, and words that fit several list them', async () => {
    const { ticker, title } = await parsed<Instrument>('markets', 'show', '1001');
    assert.equal((await parsed<OrderBook>('book', ticker.toLowerCase())).instrument_id, 1001);
    assert.equal((await parsed<Instrument>('markets', 'show', title)).instrument_id, 1001);
    const many = await run('book', 'the');
    assert.equal(many.exitCode, 2);
    assert.match(
      many.err,
      /^crossbook: the can mean several instruments:\ncrossbook: {3}\d+ {2}Demo:\S+ {2}\S/,
    );
    assert.equal((await run('book', 'no-such-word')).exitCode, 5);
  });

  test('a table of fills has the titles of the markets, -o wide every field, and JSON the records alone', async () => {
    await run('buy', '1001', '1', '@0.99');
    const { title } = await parsed<Instrument>('markets', 'show', '1001');
    const table = await run('fills', '-o', 'table');
    assert.match(table.out, /^ID .* TITLE\n/);
    assert.ok(table.out.includes(title));
    assert.match((await run('fills', '-o', 'wide')).out, /^ID .* VENUE_TRADE_ID /);
    const [fill] = await parsed<object[]>('fills');
    assert.ok(!('title' in (fill ?? {})));
  });

  test('a stream prints frames as JSON lines, or its records as text, up to a limit', async () => {
    await run('buy', '1001', '1', '@0.99');
    const [frame] = (await run('stream', 'fills', '--limit', '1')).out.split('\n');
    const { type, fills } = JSON.parse(frame ?? '') as { type: string; fills: Fill[] };
    assert.deepEqual([type, fills[0]?.instrument_id], ['snapshot', 1001]);
    const text = await run('stream', 'fills', '--limit', '1', '-o', 'table');
    assert.match(
      text.out,
      /^\d{4}-\S+ \S+ [+-]\d\d:\d\d {2}fil_\d+ {2}BUY {2}YES {2}0\.\d+ {2}\d+ .* {2}Will it rain in London .*$/,
    );
    assert.match((await run('stream', 'books', '1001', '--limit', '1', '-o', 'table')).out, / 1001 /);
    for (const kind of ['orders', 'positions', 'balances', 'complex'])
      assert.match((await run('stream', kind, '--limit', '1')).out, /^\{"type":"snapshot"/, kind);
    for (const wrong of ['books', 'prints -o csv', 'prints --fields id', 'prints 1001 no-such-word'])
      assert.notEqual((await run('stream', ...wrong.split(' '))).exitCode, 0, wrong);
  });

  test('a stream ends without an error on Ctrl-C and when its reader closes the pipe', async () => {
    const ends = async (end: 'signal' | 'pipe'): Promise<void> => {
      const child = spawn(
        process.execPath,
        [program('src/main.ts'), 'stream', 'books', '1001', '1002', '1003', '-o', 'json'],
        {
          env: { ...process.env, CROSSBOOK_DATA_DIR: service.dataDir },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      await once(child.stdout, 'data');
      if (end === 'signal') child.kill('SIGINT');
      else child.stdout.destroy();
      assert.deepEqual(await once(child, 'close'), [0, null], end);
    };
    await Promise.all([ends('signal'), ends('pipe')]);
  });

  test('--watch repeats the read until it is stopped', async () => {
    const child = spawn(
      process.execPath,
      [program('src/main.ts'), 'venues', '--watch', '0.1', '-o', 'ndjson', '--fields', 'name'],
      { env: { ...process.env, CROSSBOOK_DATA_DIR: service.dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split('\n').length > 6) child.kill('SIGINT');
    });
    await once(child, 'close');
    const rounds = out.split('\n').filter((line) => line === '{"name":"Demo"}');
    assert.ok(rounds.length >= 2, out);
  });
});
