import type { InstrumentId } from '../../contract/model/ids.ts';
import type { Qty } from '../../contract/model/money.ts';
import { restingReply, ScriptedVenue, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { OperationOutcome, VenueOperation, VenueOperations } from '../../ports/venue.ts';

export const MARKET = 1001 as InstrumentId;
export const PENDING = {
  kind: 'pending',
  venueOperationId: 'v-1',
  transactionHash: null,
} as const satisfies OperationOutcome;
export const CONFIRMED: OperationOutcome = {
  kind: 'confirmed',
  venueOperationId: 'v-1',
  transactionHash: '0xab',
};
export const UNKNOWN: OperationOutcome = { kind: 'unknown', why: 'no answer' };

/** A venue that holds tokens and fills each order at its price. Its operations are scripted and recorded. */
export class OperationVenue extends ScriptedVenue {
  readonly calls: string[] = [];
  seals = 0;
  canSeal = true;
  obstacle: string | null = null;
  settlement: 'FINAL' | 'PENDING' = 'FINAL';
  onSend: () => OperationOutcome | Promise<OperationOutcome> = () => PENDING;
  onQueryOperation: () => OperationOutcome = () => CONFIRMED;
  readonly operations: { -readonly [Name in keyof VenueOperations]: VenueOperations[Name] } = {
    findObstacle: () => this.obstacle,
    seal: async () => {
      this.calls.push('seal');
      if (!this.canSeal) return { kind: 'failed', why: 'no nonce' };
      this.seals += 1;
      return { kind: 'sealed', seal: `seal ${this.seals}` };
    },
    send: async (operation, seal) => {
      this.calls.push(`send ${toText(operation)} ${seal}`);
      return this.onSend();
    },
    query: async (_, seal, id) => {
      this.calls.push(`query ${seal} ${id}`);
      return this.onQueryOperation();
    },
  };

  constructor() {
    super({
      holdsTokens: true,
      tif: ['GTC', 'IOC'],
      operations: { kinds: ['MERGE', 'SPLIT', 'REDEEM'], qtyStep: 100n as Qty },
    });
    let trades = 0;
    this.onPlace = (order) => {
      if (order.tif === 'GTC') return restingReply(order);
      trades += 1;
      const fill = venueFill(order, `t${trades}`, String(order.qty / 100_000_000n), '0.4');
      const fills = [{ ...fill, settlement: this.settlement }];
      return { kind: 'report', report: toReport(order, { status: 'FILLED', fills }) };
    };
    this.balance = async () =>
      ({ currency: 'pUSD', total: 100n * ONE_USD, available: 100n * ONE_USD }) as never;
  }
}

export const ONE_USD = 10_000_000_000_000_000n;
const toText = ({ kind, qty: size }: VenueOperation): string => `${kind} ${size ?? 'all'}`;
