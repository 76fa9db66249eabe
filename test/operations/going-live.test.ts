/**
 * Follows docs/going-live.md with a sandbox in place of the venue: every command of the page, in its order, and what the page
 * says that it prints.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { toKalshiKeySettings, toVenueSettings } from '../support/exchange-settings.ts';
import { startService, TestService } from '../support/test-service.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'going-live.md'), 'utf8');
const [STEPS = ''] = PAGE.split('## A rehearsal without a venue');
const COMMANDS = [...STEPS.matchAll(/^crossbook (.*)$/gm)].map(([, command = '']) => command);

const exchanges = await startService({ settings: { 'sandbox.exchanges': true }, isProcess: true });
const venue = { ...toVenueSettings(exchanges), 'venues.polymarket.enabled': false };
const open = (profile: string, more: object): TestService => {
  const service = new TestService({ settings: { profile, ...venue, ...more }, isProcess: true });
  after(() => service.dispose());
  return service;
};
const shadow = open('shadow', {});
const live = open('live', toKalshiKeySettings(exchanges));
const folder = mkdtempSync(join(tmpdir(), 'crossbook-folder-')); // where the trader keeps the key
after(() => rmSync(folder, { recursive: true }));
const profiles = join(folder, 'profiles.toml');
const keyFile = join(folder, 'trader.json');
writeFileSync(profiles, `[trader]\nkey_file = "${keyFile}"\nlive = true\n`);

const market = { ticker: '', order: '' }; // that the reader chooses and gets

/** Runs a command of the page, with what its reader puts in the place of names that the page cannot know. */
async function type(command: string): Promise<string> {
  const service = /shadow/.test(command) ? shadow : live;
  const words = command
    .replace(/--config \S+ |--data-dir \S+ /, '')
    .replace('trader.json', keyFile)
    .replace('WORDS', 'the')
    .replace('TICKER', market.ticker)
    .replace('ord_1', market.order)
    .split(' ');
  if (words[0] === 'start') {
    await service.start();
    return service.output;
  }
  const confirmed = words.includes('--place') ? [...words, '--yes'] : words;
  const { code, stdout, stderr } = await service.cliWith({ CROSSBOOK_PROFILES: profiles }, ...confirmed);
  assert.equal(code, 0, `crossbook ${command}: ${stdout}${stderr}`);
  return stdout;
}

/** What the page says of each command. */
const CHECKS: readonly (readonly [start: string, check: (printed: string) => void])[] = [
  ['--config shadow.toml start', (printed) => assert.match(printed, /SHADOW/)],
  ['--data-dir data-shadow report shadow', (printed) => assert.match(printed, /instruments/)],
  ['--config live.toml venue check Kalshi --place', checkTrial],
  ['--config live.toml venue check Kalshi', (printed) => assert.doesNotMatch(printed, /✗/)],
  ['--config live.toml start', (printed) => assert.match(printed, /LIVE[^]*Kalshi/)],
  ['--config live.toml account new', () => undefined],
  ['--config live.toml subaccount new', () => undefined],
  ['--config live.toml venue adopt Kalshi', (printed) => assert.doesNotMatch(printed, /✗/)],
  ['--config live.toml key new', () => assert.match(readFileSync(keyFile, 'utf8'), /"key_id"/)],
  ['risk set --account --max-order-qty', () => undefined],
  ['risk set --account --day-cost-max', () => undefined],
  ['risk show', checkLimits],
  ['guard set --timeout 10000', () => undefined],
  ['guard show', (printed) => assert.match(printed, /"armed": true/)],
  ['guard set --timeout 0', (printed) => assert.match(printed, /"armed": false[^]*"blocked": false/)],
  ['markets search', chooseMarket],
  ['buy Kalshi:TICKER', checkOrder],
  ['order cancel', (printed) => assert.match(printed, /"status": "CANCELLED"/)],
];

function checkTrial(printed: string): void {
  for (const step of ['trial order', 'read by id', 'stream', 'cancel'])
    assert.match(printed, new RegExp(`✓ +${step}`), printed);
}

function checkLimits(printed: string): void {
  const { account_limits: limits, kill_switch_active: isKilled } = JSON.parse(printed) as {
    readonly account_limits: object;
    readonly kill_switch_active: boolean;
  };
  assert.partialDeepStrictEqual(limits, {
    max_order_qty: '5',
    max_position_qty: '20',
    max_open_orders: 4,
    day_cost_max: '20',
    day_loss_max: '5',
    orders_per_minute_max: 10,
  });
  assert.equal(isKilled, false);
}

function chooseMarket(printed: string): void {
  const found = JSON.parse(printed) as { venue: string; status: string; ticker: string }[];
  market.ticker = found.find((each) => each.venue === 'Kalshi' && each.status === 'OPEN')?.ticker ?? '';
  assert.notEqual(market.ticker, '', printed.slice(0, 500));
}

function checkOrder(printed: string): void {
  const { id, status } = JSON.parse(printed) as { readonly id: string; readonly status: string };
  assert.equal(status, 'OPEN');
  market.order = id;
}

/** A start lists the markets of a venue a little later. */
const awaitListing = (command: string): Promise<true> =>
  until('the venue lists its markets', async () =>
    (await type(command)).includes('"Kalshi"') ? true : null,
  );

/** The reader waits until the guard has not been renewed in time. */
const awaitFired = (command: string): Promise<true> =>
  until('the guard fires', async () =>
    /"fired_count": [1-9]/.test(await type(command)) && /"blocked": true/.test(await type(command))
      ? true
      : null,
  );

test('the page on going live leads to an order that rests and is cancelled', async () => {
  const checked = new Set<string>();
  for (const command of COMMANDS) {
    const [start, check] = CHECKS.find(([each]) => command.startsWith(each)) ?? assert.fail(command);
    if (start === 'markets search') await awaitListing(command);
    if (start === 'guard show' && checked.has(start)) await awaitFired(command);
    else check(await type(command));
    checked.add(start);
  }
  assert.deepEqual([...checked].sort(), CHECKS.map(([start]) => start).sort());
});
