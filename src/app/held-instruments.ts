import {
  type InstrumentId,
  isLive,
  isParentOver,
  listTargets,
  type Order,
  type Parent,
  type VenueName,
} from '#contract';
import type { StateStore } from '#orders';
import type { Holdings } from '#ports';

/**
 * The instruments with live orders, complex orders or a position. An order counts from the moment it is durable. A closed one
 * still counts until the next call of `ids`, so that `has` never misses one.
 */
export function heldInstruments(ledger: Pick<StateStore, 'state' | 'onDurable'>): Holdings {
  let held = heldIn(ledger);
  ledger.onDurable(({ orders, parents, positions }) => {
    for (const id of parents) addParent(held, ledger.state, ledger.state.parents.get(id));
    for (const id of orders) add(held, ledger.state.orders.get(id));
    for (const { net, instrumentId, venue } of positions.values())
      if (net !== 0n) held.set(instrumentId, venue);
  });
  return {
    has: (id) => held.has(id),
    ids: (venue) => {
      held = heldIn(ledger);
      return [...held].flatMap(([id, at]) => (at === venue ? [id] : []));
    },
  };
}

type Held = Map<InstrumentId, VenueName>;

function heldIn({ state }: Pick<StateStore, 'state'>): Held {
  const held: Held = new Map();
  for (const order of state.orders.values()) add(held, order);
  for (const parent of state.parents.values()) addParent(held, state, parent);
  for (const { instrumentId, venue } of state.positions.values()) held.set(instrumentId, venue);
  return held;
}

function add(held: Held, order: Order | undefined): void {
  if (order === undefined || !isLive(order.status)) return;
  for (const { instrumentId, venue } of order.legs) held.set(instrumentId, venue);
}

/** A complex order watches its books. Its acceptance binds the instrument, so the venue is known. */
function addParent(held: Held, { bindings }: StateStore['state'], parent: Parent | undefined): void {
  if (parent === undefined || isParentOver(parent.status)) return;
  for (const { instrumentId } of listTargets(parent)) {
    const bound = bindings.get(instrumentId);
    if (bound !== undefined) held.set(instrumentId, bound.venue);
  }
}
