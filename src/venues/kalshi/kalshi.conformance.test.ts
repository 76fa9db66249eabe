import { venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { KalshiHarness } from './kalshi-harness.fixture.ts';

venueConformance('Kalshi, against the sandbox exchange', async () => {
  const world = new KalshiHarness();
  await world.quote();
  world.exchange.controls.market({ market: 'KXTEST-1-B', verb: 'pause' });
  return {
    venue: world.venue(),
    now: () => world.clock.now(),
    pass: (ms) => world.pass(ms),
    hit: (ticker, side, price, qty) => world.other(ticker, side, price, qty),
    restart: () => Promise.resolve(world.venue()),
    close: () => world.close(),
  };
});
