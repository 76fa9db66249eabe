import { Trader } from '../../../simulators/polymarket/polymarket-simulator.fixture.ts';
import { type VenueHarness, venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import { renderDecimal } from '../../contract/model/money.ts';
import type { Venue } from '../../ports/venue.ts';
import { createEvent, KEY, KEY_ADDRESS, PolymarketHarness } from './polymarket-harness.fixture.ts';

const SPREAD_MS = 100; // until every channel has published what a call did
/** Trades stay unconfirmed during a test, so that fills do not change. */
const PACE = { minedMs: 1e9, confirmedMs: 1e9, retryMs: 1e9 };

/** The listing fields that select the contract which settles a market. */
const PROTOCOLS = {
  Polymarket: {},
  'Polymarket, neg-risk': { negRisk: true },
  'Polymarket, Protocol V2': { version: 'v2' },
  'Polymarket, Protocol V2 and neg-risk': { version: 'v2', negRisk: true },
} as const;

const OWNER_KEY = { wallet: KEY_ADDRESS, settings: { privateKeyHex: KEY } } as const;
const DEPOSIT_WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SESSION_KEY = {
  wallet: DEPOSIT_WALLET,
  settings: { privateKeyHex: '5'.repeat(64), isSessionKey: true, signatureType: 3, funder: DEPOSIT_WALLET },
} as const;

/** A trader quotes two prices on each side; the adapter's wallet holds NO, so that it can sell it. */
async function createHarness(
  protocol: (typeof PROTOCOLS)[keyof typeof PROTOCOLS],
  { wallet, settings }: typeof OWNER_KEY | typeof SESSION_KEY = OWNER_KEY,
): Promise<VenueHarness> {
  const hands = new PolymarketHarness([createEvent('rain', protocol)], settings, { pace: PACE });
  hands.exchange.fault({ name: 'closed_order', how: 'served' });
  const [yes, no] = await hands.exchange.tokens();
  const owner = new Trader(hands.exchange, Buffer.from(settings.privateKeyHex.replace('0x', ''), 'hex'));
  await owner.login();
  if (wallet === DEPOSIT_WALLET) {
    const session = { verb: 'session', wallet, owner: KEY_ADDRESS, key: owner.address };
    hands.exchange.act({ ...session, valid_until: hands.exchange.clock.now() });
  }
  hands.exchange.act({ verb: 'deposit', wallet, asset: no, amount: '100' });
  // The exchange sees deposits only after a balance refresh.
  const assetType = 'version' in protocol ? 'CONDITIONAL-V2' : 'CONDITIONAL';
  await owner.call(
    'GET',
    `/balance-allowance/update?asset_type=${assetType}&token_id=${no}&signature_type=3`,
  );
  for (const [side, price] of [
    ['BUY', '0.44'],
    ['BUY', '0.45'],
    ['SELL', '0.55'],
    ['SELL', '0.56'],
  ]) {
    hands.exchange.act({ verb: 'trade', token: yes, side, price, size: '10', type: 'GTC' });
  }
  const settled = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await hands.until(work);
    await hands.pass(SPREAD_MS);
    return value;
  };
  const driven = (venue: Venue): Venue => ({
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => settled(venue.start(listener)),
    clientIdFor: (order) => venue.clientIdFor(order),
    place: (order) => settled(venue.place(order)),
    amend: (amend) => settled(venue.amend(amend)),
    cancel: (id, instrument) => settled(venue.cancel(id, instrument)),
    order: (id, instrument) => settled(venue.order(id, instrument)),
    reconcile: (mark) => settled(venue.reconcile(mark)),
    positions: () => settled(venue.positions()),
    watch: (id) => venue.watch(id),
    unwatch: (id) => venue.unwatch(id),
    health: () => settled(venue.health()),
    stop: () => settled(venue.stop()),
  });
  return {
    venue: driven(hands.venue),
    now: () => hands.exchange.clock.now(),
    pass: (ms) => hands.pass(ms),
    async hit(_, side, price, qty) {
      const trade = {
        token: requirePresent(yes, 'the token'),
        side,
        price: renderDecimal(price),
        size: renderDecimal(qty),
      };
      hands.exchange.act({ verb: 'trade', ...trade });
      await hands.pass(SPREAD_MS);
    },
    async restart() {
      await hands.restart(settings);
      return driven(hands.venue);
    },
    close: () => hands.stop(),
  };
}

for (const [name, protocol] of Object.entries(PROTOCOLS))
  venueConformance(name, ['GTD'], () => createHarness(protocol));
venueConformance('Polymarket, with a session key', ['GTD'], () => createHarness({}, SESSION_KEY));
