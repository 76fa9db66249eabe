import {
  type Fault,
  FaultInjector,
  type FaultTarget,
} from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock, Random } from '../../src/ports/environment.ts';
import type { SimulatorAnswer, SimulatorReply, SimulatorRequest } from './simulator-types.ts';

/** The switches every sandbox exchange knows; each adds its own names. */
const COMMON_FAULTS = {
  delay: 'the answer comes `ms` later; the request was done at once',
  delay_before: 'the request reaches the exchange `ms` later',
  lost_request: 'the exchange never sees the request; `how` is reset (default) or hang',
  drop_after_accept: 'done, but the answer is lost; `how` is reset (default), hang, or `status` is sent',
  status: 'answered with `status` (default 503) and `text`, nothing done',
  retired_path: 'the path is gone: 410',
  ws_refuse: 'a socket is refused with `status` (default 503)',
  ws_silent: 'the socket stays open and pinged, but no message comes',
  ws_gap: 'a message of `channel` is lost; its sequence number is used up',
  ws_duplicate: 'a message of `channel` is sent twice',
  ws_delay: 'a message of `channel` comes `ms` later, after those behind it',
  ws_drop: 'instead of a message of `channel` the socket ends without a close frame',
  ghost_fill: 'a fill is told that does not stand',
} as const satisfies Readonly<Record<string, string>>;

/** @param own  names and meanings that this exchange adds to the common ones */
export const createFaultInjector = (random: Random, own: Readonly<Record<string, string>>): FaultInjector =>
  new FaultInjector(random, { ...COMMON_FAULTS, ...own });

/** How an exchange says a status in its own words. */
type RenderStatus = (status: number, text: string | null) => SimulatorReply;

/**
 * Lets the faults of requests strike around `act`. Each strikes at most once for a request, in the order
 * in which a request meets them: on its way in, at the door, on its way out.
 */
export async function withFaults(
  faults: FaultInjector,
  clock: Clock,
  request: SimulatorRequest,
  render: RenderStatus,
  act: () => SimulatorAnswer | Promise<SimulatorAnswer>,
): Promise<SimulatorAnswer> {
  const target: FaultTarget = { method: request.method, path: request.path };
  const late = faults.trigger('delay_before', target);
  if (late !== null) await wait(clock, late.ms);
  const lost = faults.trigger('lost_request', target);
  if (lost !== null) return lost.how === 'hang' ? 'hang' : 'reset';
  const refused = faults.trigger('status', target);
  if (refused !== null) return render(refused.status ?? 503, refused.text);
  if (faults.trigger('retired_path', target) !== null) return render(410, null);
  const answer = await act();
  const dropped = faults.trigger('drop_after_accept', target);
  const slow = faults.trigger('delay', target);
  if (slow !== null) await wait(clock, slow.ms);
  return dropped === null ? answer : lostAnswer(dropped, render);
}

function lostAnswer(fault: Fault, render: RenderStatus): SimulatorAnswer {
  if (fault.status !== null) return render(fault.status, fault.text);
  return fault.how === 'hang' ? 'hang' : 'reset';
}

const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });
