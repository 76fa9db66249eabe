import type { Caller } from '../../src/domain/access/access.ts';
import type { OrderId, SubaccountId } from '../../src/domain/model/ids.ts';
import type { Fill, Order } from '../../src/domain/model/order.ts';
import type { Rejection, Result } from '../../src/domain/model/result.ts';
import type { MarkedPosition, RiskState } from '../../src/oms/trading-service.ts';
import { renderFill } from '../../src/server/http/routes/fill-routes.ts';
import { renderOrder } from '../../src/server/http/routes/order-schema.ts';
import { renderPosition } from '../../src/server/http/routes/position-routes.ts';
import { renderRiskState } from '../../src/server/http/routes/risk-routes.ts';
import { decimalsAreCanonical } from '../check/rendering-checks.ts';
import type { ClientTransport } from './client-transport.ts';

const NOWHERE = 'ord_999999999' as OrderId;
type Rows<Row> = Result<AsyncIterable<readonly Row[]>, Rejection>;

/** Callers that only read, and callers that try to read data of another account. */
export class AdversarialClients {
  readonly #line: ClientTransport;

  constructor(line: ClientTransport) {
    this.#line = line;
  }

  /** All data that can be read of one subaccount belongs to it and is rendered correctly. */
  async read(caller: Caller, subaccountId: SubaccountId): Promise<void> {
    const owner = { accountId: caller.accountId, subaccountId };
    await this.#line.call<readonly MarkedPosition[]>(
      'positions',
      `${caller.keyId} ${subaccountId}`,
      async (engine) => engine.queries.positions(caller, subaccountId),
      (answer) => {
        if (!answer.ok) return this.#line.brakesAreFree(answer.error);
        for (const marked of answer.value) {
          this.#owned(marked.position, owner);
          this.#expect(marked.position.net !== 0n, 'I-10', () => 'a closed position is listed');
          decimalsAreCanonical(renderPosition(marked), this.#line.monitor);
        }
      },
    );
    await this.#line.call<RiskState>(
      'risk',
      `${caller.keyId} ${subaccountId}`,
      async (engine) => engine.queries.risk(caller, subaccountId),
      (answer) => answer.ok && decimalsAreCanonical(renderRiskState(answer.value), this.#line.monitor),
    );
    const query = { subaccountId };
    const orders = this.#rows<Order>(owner, (order) => renderOrder(order));
    await this.#line.call(
      'orders',
      '',
      async (engine) => gathered(await engine.queries.orders(caller, query)),
      orders,
    );
    const fills = this.#rows<Fill>(owner, (fill) => renderFill(fill));
    await this.#line.call(
      'fills',
      '',
      async (engine) => gathered(await engine.queries.fills(caller, query)),
      fills,
    );
  }

  /** I-25: on every path, data of another account is answered exactly like an unknown id. */
  async trespass(caller: Caller, id: OrderId): Promise<void> {
    const change = { qty: '1' };
    const ways = {
      look: (engine, order) => engine.queries.order(caller, order),
      cancel: (engine, order) => engine.cancel(caller, order),
      amend: (engine, order) => engine.amend(caller, order, change),
    } satisfies Record<string, (engine: EngineOf, order: OrderId) => Promise<Result<Order, Rejection>>>;
    for (const [name, way] of Object.entries(ways)) {
      const results: string[] = [];
      for (const order of [id, NOWHERE]) {
        const onAnswer = (answer: Result<Order, Rejection>): void => {
          results.push(answer.ok ? `shown ${answer.value.id}` : JSON.stringify(answer.error));
        };
        await this.#line.call(
          `trespass ${name}`,
          `${caller.keyId} ${order}`,
          (engine) => way(engine, order),
          onAnswer,
        );
      }
      this.#expect(
        results.length < 2 || results[0] === results[1],
        'I-25',
        () => `${caller.keyId} ${name} ${id}: ${results.join(' ')}`,
      );
    }
  }

  #rows<Row extends Owner>(owner: Owner, render: (row: Row) => unknown) {
    return (answer: Result<readonly Row[], Rejection>): void => {
      if (!answer.ok) return this.#line.brakesAreFree(answer.error);
      for (const row of answer.value) {
        this.#owned(row, owner);
        decimalsAreCanonical(render(row), this.#line.monitor);
      }
    };
  }

  #owned(row: Owner, owner: Owner): void {
    const isOwn = row.accountId === owner.accountId && row.subaccountId === owner.subaccountId;
    this.#expect(isOwn, 'I-25', () => `a row of ${row.accountId}/${row.subaccountId} was shown`);
  }

  #expect(holds: boolean, invariant: string, what: () => string): void {
    this.#line.monitor.expect(holds, invariant, what);
  }
}

type EngineOf = Parameters<Parameters<ClientTransport['call']>[2]>[0];
type Owner = Pick<Order, 'accountId' | 'subaccountId'>;

async function gathered<Row>(rows: Rows<Row>): Promise<Result<readonly Row[], Rejection>> {
  if (!rows.ok) return rows;
  const all: Row[] = [];
  for await (const page of rows.value) all.push(...page);
  return { ok: true, value: all };
}
