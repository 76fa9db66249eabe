import { venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { KalshiHarness } from './kalshi-harness.fixture.ts';

venueConformance(
  'Kalshi, against the sandbox exchange',
  ['amend', 'FOK', 'GTD', 'self-trade', 'paused-market'],
  async () => {
    const harness = new KalshiHarness();
    await harness.quote();
    harness.exchange.controls.market({ market: 'KXTEST-1-B', verb: 'pause' });
    return {
      venue: harness.venue(),
      now: () => harness.clock.now(),
      pass: (ms) => harness.pass(ms),
      hit: (ticker, side, price, qty) => harness.other(ticker, side, price, qty),
      restart: () => Promise.resolve(harness.venue()),
      close: () => harness.close(),
    };
  },
);
