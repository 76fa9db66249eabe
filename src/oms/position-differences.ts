import {
  type Fill,
  isOperationOver,
  OUTCOMES,
  type Outcome,
  type Price,
  renderDecimal,
  type VenueName,
} from '#contract';
import { getTokenOutcome, type LedgerState, type Outcomes, toOutcomes, toSignedQty } from '#domain';
import type { Venue, VenuePosition } from '#ports';

/** What one instrument holds by our fills and at the venue. A venue that nets both outcomes has all of it under YES. */
export interface Difference {
  readonly ours: Outcomes;
  readonly theirs: Outcomes;
  readonly gap: Outcomes; // theirs less ours; 0 for an outcome that agrees, or may agree once pending changes are over
  readonly holdsTokens: boolean;
  readonly avgPrice: Price | null; // theirs, as the venue states it; YES terms
}

export type Differences = ReadonlyMap<string, Difference>; // by venue instrument id

type CompareState = Pick<
  LedgerState,
  'positions' | 'tokenPairs' | 'pendingFills' | 'operations' | 'bindings'
>;

/** The sum of our fills, and how far it may fall or rise if pending fills are voided or an operation is executed. */
interface Held {
  held: bigint;
  mayFall: bigint;
  mayRise: bigint;
}

type HeldOutcomes = Readonly<Record<Outcome, Held>>;

/** Compares the positions of a venue with our fills, over all accounts and subaccounts, outcome by outcome. */
export function findDifferences(
  state: CompareState,
  { name, capabilities }: Pick<Venue, 'name' | 'capabilities'>,
  positions: readonly VenuePosition[],
): Differences {
  const { dustQty, holdsTokens = false } = capabilities;
  const ours = sumHeld(state, name, holdsTokens);
  const theirs = new Map(positions.map((each) => [each.venueInstrumentId, each]));
  const found = new Map<string, Difference>();
  for (const instrument of new Set([...ours.keys(), ...theirs.keys()])) {
    const held = ours.get(instrument) ?? newHeld();
    const { netQty = 0n, pairs = 0n, avgPrice = null } = theirs.get(instrument) ?? {};
    const reported = holdsTokens ? toOutcomes(netQty, pairs) : { YES: netQty, NO: 0n };
    const gap = mapOutcomes((outcome) => computeGap(held[outcome], reported[outcome], dustQty));
    if (isNothing(gap)) continue;
    const own = mapOutcomes((outcome) => held[outcome].held);
    found.set(instrument, { ours: own, theirs: reported, gap, holdsTokens, avgPrice });
  }
  return found;
}

function computeGap({ held, mayFall, mayRise }: Held, reported: bigint, dust: bigint): bigint {
  const isExplained = reported >= held - mayFall - dust && reported <= held + mayRise + dust;
  return isExplained ? 0n : reported - held;
}

/** By venue instrument id. */
function sumHeld(state: CompareState, venue: VenueName, holdsTokens: boolean): Map<string, HeldOutcomes> {
  const { positions, tokenPairs, pendingFills, operations, bindings } = state;
  const sums = new Map<string, HeldOutcomes>();
  const getSum = (instrumentId: Fill['instrumentId']): HeldOutcomes => {
    const native = bindings.get(instrumentId)?.venueInstrumentId ?? String(instrumentId);
    const sum = sums.get(native) ?? newHeld();
    sums.set(native, sum);
    return sum;
  };
  for (const [key, { instrumentId, net, ...row }] of positions) {
    if (row.venue !== venue) continue;
    const own = holdsTokens ? toOutcomes(net, tokenPairs.get(key)?.pairs ?? 0n) : { YES: net, NO: 0n };
    for (const outcome of OUTCOMES) getSum(instrumentId)[outcome].held += own[outcome];
  }
  for (const [key, { instrumentId, pairs, ...row }] of tokenPairs) {
    if (row.venue !== venue || positions.has(key)) continue;
    for (const outcome of OUTCOMES) getSum(instrumentId)[outcome].held += pairs;
  }
  for (const fill of pendingFills.values())
    if (fill.venue === venue) addPending(getSum(fill.instrumentId), fill, holdsTokens);
  for (const operation of operations.values()) {
    const { kind, qty, instrumentId } = operation;
    if (operation.venue !== venue || isOperationOver(operation) || qty === null) continue;
    for (const outcome of OUTCOMES) {
      if (kind === 'MERGE') getSum(instrumentId)[outcome].mayFall += qty;
      else getSum(instrumentId)[outcome].mayRise += qty;
    }
  }
  return sums;
}

function addPending(sum: HeldOutcomes, fill: Fill, holdsTokens: boolean): void {
  const { side, outcome, qty, tokenSide } = fill;
  const traded = sum[holdsTokens ? getTokenOutcome(side, outcome, tokenSide) : 'YES'];
  const isBought = holdsTokens ? (tokenSide ?? side) === 'BUY' : toSignedQty(side, outcome, qty) > 0n;
  if (isBought) traded.mayFall += qty;
  else traded.mayRise += qty;
}

const newHeld = (): HeldOutcomes => ({
  YES: { held: 0n, mayFall: 0n, mayRise: 0n },
  NO: { held: 0n, mayFall: 0n, mayRise: 0n },
});

const mapOutcomes = (map: (outcome: Outcome) => bigint): Outcomes => ({ YES: map('YES'), NO: map('NO') });

export const isSameGap = (a: Pick<Difference, 'gap'>, b: Pick<Difference, 'gap'>): boolean =>
  a.gap.YES === b.gap.YES && a.gap.NO === b.gap.NO;

export const isNothing = ({ YES, NO }: Outcomes): boolean => YES === 0n && NO === 0n;

/** The figures for the journal and the log. */
export function describeDifference({ ours, theirs, holdsTokens }: Difference): string {
  const render = ({ YES, NO }: Outcomes): string => `${renderDecimal(YES)} YES and ${renderDecimal(NO)} NO`;
  return holdsTokens
    ? `${render(theirs)} there, ${render(ours)} by our fills`
    : `${renderDecimal(theirs.YES)} YES there, ${renderDecimal(ours.YES)} by our fills`;
}
