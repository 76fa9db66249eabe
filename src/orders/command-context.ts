import type { Rejection, SessionId } from '#contract';

/** How a command takes effect that arrived over a session; an HTTP request has none. */
export interface CommandContext {
  readonly sessionId: SessionId;
  /** `DURABLE`: the answer is the stored request, without waiting for the venue. */
  readonly ack: 'VENUE' | 'DURABLE';
  /** Called in the same step as the decision; a rejection ends the command without effect. */
  readonly check: () => Rejection | null;
  /** Called once the command has taken effect, before the venue replies. A refused command may not call it. */
  readonly onDecided: () => void;
}
