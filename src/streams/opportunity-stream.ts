import { Buffer } from 'node:buffer';
import { type Caller, ok, type QueryPair, type Rejection, type Result, rejection } from '#contract';
import { type OpportunityFilter, passesFilter, readOpportunityFilter, renderOpportunity } from '#http';
import type { FindOwnQtys, Opportunities, Opportunity, OpportunityChange } from '#market-data';
import type { AccountFeeds } from '#orders';
import type { Clock, Timer } from '#ports';
import type { ClientFrame } from './client-frame.ts';
import { createFrame } from './send-queue.ts';
import type { DataStream, StreamOutput, StreamSession, SubscriptionStarter } from './stream-connection.ts';

export interface OpportunitiesDeps {
  readonly marketData: { readonly opportunities: Opportunities };
  readonly trading: { readonly feeds: Pick<AccountFeeds, 'ownQtys'> };
  readonly clock: Clock;
}

const CHANGE_MS = 200; // between two frames of one opportunity
const REFRESH_MS = 1_000; // finds what the orders of the account have changed

/** Sends the opportunities that pass the filter of the query: all that are open first, then each change. */
export class OpportunitiesStream implements DataStream {
  readonly name = 'opportunities';
  readonly #deps: OpportunitiesDeps;
  readonly #sessions = new Set<OpportunitySession>();
  readonly #unlisten: () => void;

  constructor(deps: OpportunitiesDeps) {
    this.#deps = deps;
    this.#unlisten = deps.marketData.opportunities.onChanged((change) => {
      for (const session of this.#sessions) session.onChange(change);
    });
  }

  async admit(_caller: Caller, query: readonly QueryPair[]): Promise<Result<SubscriptionStarter, Rejection>> {
    const filter = readOpportunityFilter(query.map(({ key, value }) => [key, toText(value)] as const));
    if (!filter.ok) return filter;
    return ok((connection) => {
      const session = new OpportunitySession(connection, filter.value, this.#deps, () =>
        this.#sessions.delete(session),
      );
      this.#sessions.add(session);
      return session;
    });
  }

  stop(): void {
    this.#unlisten();
    for (const session of this.#sessions) session.end();
  }
}

/** Query pairs are byte strings of UTF-8 text. */
const toText = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** What the client was sent last of an opportunity. */
interface Sent {
  readonly figures: string;
  readonly atMs: number;
  readonly openedAt: number;
}

class OpportunitySession implements StreamSession {
  readonly #connection: StreamOutput;
  readonly #filter: OpportunityFilter;
  readonly #deps: OpportunitiesDeps;
  readonly #onEnd: () => void;
  readonly #own: FindOwnQtys;
  readonly #sent = new Map<string, Sent>();
  readonly #timer: Timer;
  #isReading = false;

  constructor(
    connection: StreamOutput,
    filter: OpportunityFilter,
    deps: OpportunitiesDeps,
    onEnd: () => void,
  ) {
    this.#connection = connection;
    this.#filter = filter;
    this.#deps = deps;
    this.#onEnd = onEnd;
    this.#own = (id) => deps.trading.feeds.ownQtys(connection.caller, id);
    connection.send(createFrame('subscribed', { id: connection.openedBy }));
    this.#timer = deps.clock.every(REFRESH_MS, () => this.#refresh());
    this.#refresh();
  }

  onChange(change: OpportunityChange): void {
    const { id } = change;
    if (change.type === 'closed') return this.#close(id, change.lastedMs);
    this.#show(id, this.#deps.marketData.opportunities.get(id, this.#own));
  }

  isGranted(): boolean {
    return true; // prices are the same for every key of an account
  }

  end(): void {
    this.#timer.cancel();
    this.#onEnd();
  }

  subscribe({ id }: ClientFrame): void {
    this.#connection.refuse(id, FIXED);
  }

  unsubscribe({ id }: ClientFrame): void {
    this.#connection.refuse(id, FIXED);
  }

  #refresh(): void {
    this.#deps.marketData.opportunities.demand();
    if (this.#isReading) return;
    this.#isReading = true;
    this.#readAll()
      .catch((error: unknown) => this.#connection.fail(error))
      .finally(() => {
        this.#isReading = false;
      });
  }

  /** Reads page by page, so that other tasks run in between. */
  async #readAll(): Promise<void> {
    const before = [...this.#sent.keys()];
    const found = new Set<string>();
    for await (const page of this.#deps.marketData.opportunities.list(this.#own)) {
      if (!this.#connection.isOpen) return;
      for (const opportunity of page) {
        found.add(opportunity.id);
        this.#show(opportunity.id, opportunity);
      }
    }
    for (const id of before) if (!found.has(id)) this.#show(id, null);
  }

  /** Sends an opportunity that is new to the client, or has changed; or that it no longer passes the filter. */
  #show(id: string, opportunity: Opportunity | null): void {
    const { clock } = this.#deps;
    const sent = this.#sent.get(id);
    if (opportunity === null || !passesFilter(opportunity, this.#filter)) {
      if (sent !== undefined) this.#close(id, Math.max(0, clock.now() - sent.openedAt));
      return;
    }
    const { qty, edgeTotal, capital, blockedBy } = opportunity;
    const figures = [qty, edgeTotal, capital, ...blockedBy].join(' ');
    const atMs = clock.monotonicMs();
    if (sent !== undefined && (sent.figures === figures || atMs - sent.atMs < CHANGE_MS)) return;
    this.#sent.set(id, { figures, atMs, openedAt: opportunity.openedAt });
    const type = sent === undefined ? 'opened' : 'changed';
    this.#connection.send(createFrame(type, { opportunity: renderOpportunity(opportunity) }));
  }

  #close(id: string, lastedMs: number): void {
    if (this.#sent.delete(id)) this.#connection.send(createFrame('closed', { id, lasted_ms: lastedMs }));
  }
}

const FIXED = rejection('validation', 'the filters of this stream are in its query; open another connection');
