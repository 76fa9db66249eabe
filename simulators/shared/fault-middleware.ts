import type { Fault, FaultBoard, FaultTarget } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock } from '../../src/ports/environment.ts';
import type { SandboxAnswer, SandboxReply, SandboxRequest } from './simulator-types.ts';

/** How an exchange says a status in its own words. */
export type RenderStatus = (status: number, text: string | null) => SandboxReply;

/**
 * Lets the faults of requests strike around `act`. Each strikes at most once for a request, in the order
 * in which a request meets them: on its way in, at the door, on its way out.
 */
export async function withFaults(
  faults: FaultBoard,
  clock: Clock,
  request: SandboxRequest,
  render: RenderStatus,
  act: () => SandboxAnswer | Promise<SandboxAnswer>,
): Promise<SandboxAnswer> {
  const target: FaultTarget = { method: request.method, path: request.path };
  const late = faults.strike('delay_before', target);
  if (late !== null) await wait(clock, late.ms);
  const lost = faults.strike('lost_request', target);
  if (lost !== null) return lost.how === 'hang' ? 'hang' : 'reset';
  const refused = faults.strike('status', target);
  if (refused !== null) return render(refused.status ?? 503, refused.text);
  if (faults.strike('retired_path', target) !== null) return render(410, null);
  const answer = await act();
  const dropped = faults.strike('drop_after_accept', target);
  const slow = faults.strike('delay', target);
  if (slow !== null) await wait(clock, slow.ms);
  return dropped === null ? answer : lostAnswer(dropped, render);
}

function lostAnswer(fault: Fault, render: RenderStatus): SandboxAnswer {
  if (fault.status !== null) return render(fault.status, fault.text);
  return fault.how === 'hang' ? 'hang' : 'reset';
}

const wait = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });
