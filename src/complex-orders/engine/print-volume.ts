import type { Fill, FillId, Parent, ParentId, Price, Qty } from '#contract';
import type { Print } from '#domain';
import type { StateStore } from '#orders';
import type { MarketView } from '#ports';

export interface PrintVolumeDeps {
  readonly store: StateStore;
  readonly market: MarketView;
}

/** What one complex order has counted in this process. */
interface Counted {
  readonly parent: Pick<Parent, 'accountId' | 'instrumentId' | 'createdAt'>;
  readonly base: bigint; // journaled before
  readonly ownFills: Set<FillId>;
  printed: bigint;
  filled: bigint; // by the account
  lowest: Price | null; // of the counted prints, YES terms
  highest: Price | null;
  others: bigint; // largest proven volume of others
}

/**
 * The quantity that others have traded since a complex order was accepted. A print does not name its owner, so own fills
 * are subtracted, and also what own orders within the printed prices may have filled without a report so far. The result
 * never exceeds the true volume, and never falls.
 */
export class PrintVolume {
  readonly #deps: PrintVolumeDeps;
  readonly #counted = new Map<ParentId, Counted>();

  constructor(deps: PrintVolumeDeps) {
    this.#deps = deps;
    deps.market.onPrint((print) => {
      for (const counted of this.#counted.values()) addPrint(counted, print);
    });
    // In the step that lowers the open quantity of an order: a fill is in one of the two at each moment.
    deps.store.onCommitted(({ fills }) => {
      if (this.#counted.size === 0) return;
      for (const fill of fills.values())
        for (const counted of this.#counted.values()) addOwnFill(counted, fill);
    });
  }

  /** Counts from the first call on. What was printed while the process was down is not counted. */
  volume(parent: Parent): Qty {
    const counted = this.#counted.get(parent.id) ?? this.#begin(parent);
    const { accountId, instrumentId } = parent;
    const { lowest, highest, printed, filled } = counted;
    const { resting } = this.#deps.store.state.exposure;
    const open =
      lowest === null || highest === null
        ? 0n
        : resting.sumReached({ instrumentId, accountId, lowest, highest });
    const others = printed - filled - open;
    if (others > counted.others) counted.others = others;
    return (counted.base + counted.others) as Qty;
  }

  forget({ id }: Pick<Parent, 'id'>): void {
    this.#counted.delete(id);
  }

  #begin({ id, accountId, instrumentId, createdAt, progress }: Parent): Counted {
    const counted: Counted = {
      parent: { accountId, instrumentId, createdAt },
      base: progress.volume ?? 0n,
      ownFills: new Set(),
      printed: 0n,
      filled: 0n,
      lowest: null,
      highest: null,
      others: 0n,
    };
    this.#counted.set(id, counted);
    return counted;
  }
}

function addPrint(counted: Counted, { instrumentId, price, qty, timestamp }: Print): void {
  if (instrumentId !== counted.parent.instrumentId || timestamp < counted.parent.createdAt) return;
  counted.printed += qty;
  if (counted.lowest === null || price < counted.lowest) counted.lowest = price;
  if (counted.highest === null || price > counted.highest) counted.highest = price;
}

/** A fill is touched again when its venue settles it. */
function addOwnFill(counted: Counted, { id, accountId, instrumentId, qty }: Fill): void {
  const { parent, ownFills } = counted;
  if (accountId !== parent.accountId || instrumentId !== parent.instrumentId || ownFills.has(id)) return;
  ownFills.add(id);
  counted.filled += qty;
}
