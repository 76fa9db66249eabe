import type { Caller } from '../../src/contract/access/access.ts';
import type { OrderId, SubaccountId } from '../../src/contract/model/ids.ts';
import type { Fill, Order } from '../../src/contract/model/order.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { renderFill } from '../../src/http/routes/fill-routes.ts';
import { renderOrder } from '../../src/http/routes/order-schema.ts';
import { renderPosition } from '../../src/http/routes/position-routes.ts';
import { renderRiskState } from '../../src/http/routes/risk-routes.ts';
import type { MarkedPosition, RiskState } from '../../src/orders/trading-service.ts';
import { checkDecimals } from '../check/rendering-checks.ts';
import type { ClientTransport } from './client-transport.ts';

const UNKNOWN_ORDER = 'ord_999999999' as OrderId;
type Rows<Row> = Result<AsyncIterable<readonly Row[]>, Rejection>;

/** Callers that only read, and callers that try to read data of another account. */
export class AdversarialClients {
  readonly #transport: ClientTransport;

  constructor(transport: ClientTransport) {
    this.#transport = transport;
  }

  /**
   * Reads all data of one subaccount and checks that it belongs to the subaccount and is rendered correctly.
   */
  async readSubaccount(caller: Caller, subaccountId: SubaccountId): Promise<void> {
    const owner = { accountId: caller.accountId, subaccountId };
    await this.#transport.call<readonly MarkedPosition[]>(
      'positions',
      `${caller.keyId} ${subaccountId}`,
      async (engine) => engine.queries.positions(caller, subaccountId),
      (answer) => {
        if (!answer.ok) return this.#transport.expectNotKillSwitch(answer.error);
        for (const marked of answer.value) {
          this.#expectOwnedBy(marked.position, owner);
          this.#expect(marked.position.net !== 0n, 'I-10', () => 'a closed position is listed');
          checkDecimals(renderPosition(marked), this.#transport.monitor);
        }
      },
    );
    await this.#transport.call<RiskState>(
      'risk',
      `${caller.keyId} ${subaccountId}`,
      async (engine) => engine.queries.risk(caller, subaccountId),
      (answer) => answer.ok && checkDecimals(renderRiskState(answer.value), this.#transport.monitor),
    );
    const query = { subaccountId };
    const orders = this.#checkRows<Order>(owner, (order) => renderOrder(order));
    await this.#transport.call(
      'orders',
      '',
      async (engine) => readAllPages(await engine.queries.orders(caller, query)),
      orders,
    );
    const fills = this.#checkRows<Fill>(owner, (fill) => renderFill(fill));
    await this.#transport.call(
      'fills',
      '',
      async (engine) => readAllPages(await engine.queries.fills(caller, query)),
      fills,
    );
  }

  /** I-25: on every path, data of another account is answered exactly like an unknown id. */
  async tryForeignOrder(caller: Caller, id: OrderId): Promise<void> {
    const change = { qty: '1' };
    const ways = {
      look: (engine, order) => engine.queries.order(caller, order),
      cancel: (engine, order) => engine.orders.cancel(caller, order),
      amend: (engine, order) => engine.orders.amend(caller, order, change),
    } satisfies Record<string, (engine: OmsArgument, order: OrderId) => Promise<Result<Order, Rejection>>>;
    for (const [name, way] of Object.entries(ways)) {
      const results: string[] = [];
      for (const order of [id, UNKNOWN_ORDER]) {
        const onAnswer = (answer: Result<Order, Rejection>): void => {
          results.push(answer.ok ? `shown ${answer.value.id}` : JSON.stringify(answer.error));
        };
        await this.#transport.call(
          `other account: ${name}`,
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

  #checkRows<Row extends Owner>(owner: Owner, render: (row: Row) => unknown) {
    return (answer: Result<readonly Row[], Rejection>): void => {
      if (!answer.ok) return this.#transport.expectNotKillSwitch(answer.error);
      for (const row of answer.value) {
        this.#expectOwnedBy(row, owner);
        checkDecimals(render(row), this.#transport.monitor);
      }
    };
  }

  #expectOwnedBy(row: Owner, owner: Owner): void {
    const isOwn = row.accountId === owner.accountId && row.subaccountId === owner.subaccountId;
    this.#expect(isOwn, 'I-25', () => `a row of ${row.accountId}/${row.subaccountId} was shown`);
  }

  #expect(holds: boolean, invariant: string, what: () => string): void {
    this.#transport.monitor.expect(holds, invariant, what);
  }
}

type OmsArgument = Parameters<Parameters<ClientTransport['call']>[2]>[0];
type Owner = Pick<Order, 'accountId' | 'subaccountId'>;

async function readAllPages<Row>(rows: Rows<Row>): Promise<Result<readonly Row[], Rejection>> {
  if (!rows.ok) return rows;
  const all: Row[] = [];
  for await (const page of rows.value) all.push(...page);
  return { ok: true, value: all };
}
