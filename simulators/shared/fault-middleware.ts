import type { Fault, FaultInjector, FaultTarget } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock } from '../../src/ports/environment.ts';
import type { SimulatorAnswer, SimulatorReply, SimulatorRequest } from './simulator-types.ts';

/** How an exchange says a status in its own words. */
export type RenderStatus = (status: number, text: string | null) => SimulatorReply;

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
