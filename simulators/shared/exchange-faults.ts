import { type Fault, FaultInjector, type FaultTarget } from '#matching-engine';
import type { Clock, Random } from '#ports';
import type { SimulatorAnswer, SimulatorReply, SimulatorRequest } from './simulator-types.ts';

/** Faults of all simulators; each simulator adds its own. */
const COMMON_FAULTS = {
  delay: 'the request is executed at once, the reply is sent `ms` later',
  delay_before: 'the request reaches the exchange `ms` later',
  lost_request: 'the request never reaches the exchange; `how` is reset (default) or hang',
  drop_after_accept:
    'the request is executed, but its reply is lost; `how` is reset (default) or hang, or `status` is sent',
  status: 'the request is not executed; the reply is `status` (default 503) with `text`',
  retired_path: 'the reply is 410',
  ws_refuse: 'a WebSocket handshake is refused with `status` (default 503)',
  ws_silent: 'the WebSocket stays open and sends pings, but no messages',
  ws_gap: 'a message of `channel` is lost; its sequence number is used up',
  ws_duplicate: 'a message of `channel` is sent twice',
  ws_delay: 'a message of `channel` is sent `ms` later, after younger messages',
  ws_drop: 'the WebSocket ends without a close frame instead of sending a message of `channel`',
  event_lost:
    'an event of an order or a trade of the account, of `channel`, never comes, and no sequence number shows it',
  list_omits: 'a list of orders leaves out an order, each with `probability`',
  ghost_fill: 'a fill is published that is not valid',
} as const satisfies Readonly<Record<string, string>>;

/** @param own  names and descriptions of the simulator's own faults */
export const createFaultInjector = (random: Random, own: Readonly<Record<string, string>>): FaultInjector =>
  new FaultInjector(random, { ...COMMON_FAULTS, ...own });

/** Renders a status in the exchange's format. */
type RenderStatus = (status: number, text: string | null) => SimulatorReply;

/**
 * Applies request faults around `act`. Each fault triggers at most once per request: first on arrival, then
 * instead of execution, then on the reply.
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
