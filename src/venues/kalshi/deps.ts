import type { VenueName } from '../../core/kernel/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Network } from '../../ports/network.ts';
import type { Random } from '../../ports/random.ts';

/** The world as the adapter reaches it. */
export interface KalshiDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
