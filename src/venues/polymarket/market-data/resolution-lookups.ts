import { PRICE_ONE, type Price } from '#contract';
import type { Clock, Log } from '#ports';
import { parseText, parseWireDecimal, toFields } from '../codec/polymarket-decoder.ts';
import { EVEN_SPLIT, findOutcome, type Listing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface ResolutionLookupsDeps {
  readonly client: Pick<PolymarketClient, 'read'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly resultWaitMs: number;
  readonly find: (conditionId: string) => Listing | null;
  readonly settle: (listing: Listing, payout: Price) => void; // of one YES token
}

const AT_ONCE = 10;
const WAIT_MS_MAX = 3_600_000;

interface Wait {
  readonly dueAtMs: number; // monotonic
  readonly waitMs: number;
}

/**
 * Finds the results of closed markets. Discovery reports a resolution only for some markets, and the channel only
 * while we are connected. So a market that stays closed without a result is read from the trading service, which
 * marks the winning token.
 */
export class ResolutionLookups {
  readonly #deps: ResolutionLookupsDeps;
  readonly #waits = new Map<string, Wait>();

  constructor(deps: ResolutionLookupsDeps) {
    this.#deps = deps;
  }

  /** Notes the present state of a market: waits for the result of a closed one, and for nothing else. */
  track({ instrument: { venueInstrumentId: id, status } }: Listing): void {
    if (status !== 'CLOSED') this.#waits.delete(id);
    else if (!this.#waits.has(id)) this.#schedule(id, this.#deps.resultWaitMs);
  }

  /** Reads some of the markets that have waited long enough. Repeats for each at growing intervals. */
  async run(): Promise<void> {
    const nowMs = this.#deps.clock.monotonicMs();
    const due = this.#waits
      .entries()
      .filter(([, { dueAtMs }]) => dueAtMs <= nowMs)
      .take(AT_ONCE)
      .toArray();
    for (const [id, { waitMs }] of due) {
      this.#waits.delete(id); // stored again at the end, so that the others come first
      this.#schedule(id, Math.min(waitMs * 2, WAIT_MS_MAX));
      await this.#lookUp(id);
    }
  }

  async #lookUp(conditionId: string): Promise<void> {
    const { client, find, settle, log } = this.#deps;
    let answer = await client.read('clob', `/markets/${conditionId}`, 'books');
    if (answer.kind === 'answer' && answer.status !== 200 && find(conditionId)?.protocol === 'v2') {
      const shortId = conditionId.slice(0, -2); // without the zero byte
      answer = await client.read('clob', `/markets/${shortId}`, 'books');
    }
    const listing = find(conditionId);
    if (!this.#waits.has(conditionId)) return; // opened again, or settled, during the read
    if (answer.kind !== 'answer' || answer.status !== 200 || listing === null) return;
    const payout = parsePayout(answer.value, listing);
    if (payout === 'contradiction') {
      log.warn('market record does not match the listing; not settled', { market: conditionId });
    } else if (payout !== null) settle(listing, payout);
  }

  #schedule(id: string, waitMs: number): void {
    this.#waits.set(id, { dueAtMs: this.#deps.clock.monotonicMs() + waitMs, waitMs });
  }
}

/**
 * The payout of one YES token of a closed market. Null while the venue marks neither a winner nor an even
 * split: a price alone is never taken for a result.
 *
 * @returns `contradiction` for two winners, or for tokens other than those of the listing
 */
export function parsePayout(value: unknown, listing: Listing): Price | 'contradiction' | null {
  const fields = toFields(value);
  const items: unknown = fields?.['tokens'];
  if (fields?.['closed'] !== true || !Array.isArray(items)) return null;
  const tokens = (items as readonly unknown[]).map((item) => parseToken(item, listing));
  const winners = tokens.filter(({ isWinner }) => isWinner);
  const isEvenSplit =
    fields['is_50_50_outcome'] === true && tokens.every(({ price }) => price === EVEN_SPLIT);
  if (winners.length === 0 && !isEvenSplit) return null;
  const isOfListing = tokens.length === 2 && new Set(tokens.map(({ outcome }) => outcome)).size === 2;
  const hasForeign = tokens.some(({ outcome }) => outcome === null);
  if (!isOfListing || hasForeign || winners.length > 1) return 'contradiction';
  if (winners[0] === undefined) return EVEN_SPLIT;
  return winners[0].outcome === 'YES' ? PRICE_ONE : (0n as Price);
}

function parseToken(item: unknown, listing: Listing) {
  const fields = toFields(item);
  return {
    outcome: findOutcome(listing, parseText(fields?.['token_id']) ?? ''),
    isWinner: fields?.['winner'] === true,
    price: parseWireDecimal(fields?.['price']),
  };
}
