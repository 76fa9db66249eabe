import './preview.css';
import { Table, Text } from '@mantine/core';
import type { NewOrder, OrderPreview } from '../../../../sdk/src/index.ts';
import {
  computeShare,
  FEE_PLACES,
  negated,
  showAmount,
  showFee,
  showGain,
  showMoney,
} from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { Bar, type Figure, Figures } from '../../components/figures.tsx';
import { describeSentAs, limitLabel, reasonLabel, skipReasonLabel } from '../../components/labels.ts';
import { showAverage, showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useAccount } from '../../feed/use-account.ts';
import { computeEffect, type PositionEffect } from './position-effect.ts';
import type { PreviewState } from './use-preview.ts';

/** The preview of an order: its route, its cost, and the limits after it. */
export function Preview({ order, state }: { order: NewOrder; state: PreviewState }) {
  const { preview, isCurrent } = state;
  if (preview === null) return null;
  return (
    <section aria-label="Preview" aria-busy={!isCurrent} className={isCurrent ? undefined : 'older'}>
      <Totals order={order} preview={preview} />
      {preview.unroutable !== null && (
        <Text size="xs" role="status">
          The order would be closed at once: {reasonLabel(preview.unroutable)}.
        </Text>
      )}
      {preview.warnings.length > 0 && (
        <Text size="xs" role="status">
          The price crosses your own orders at other venues:{' '}
          {preview.warnings.map(({ order_id: id }) => id).join(', ')}. If both are filled, you pay for both
          sides.
        </Text>
      )}
      {preview.legs.length > 0 && <PlannedLegs preview={preview} />}
      <Skipped preview={preview} />
      <LimitUsages preview={preview} />
    </section>
  );
}

/** The cost of the order, the parts that close and open a position, and the positions after it. */
function Totals({ order, preview }: { order: NewOrder; preview: OrderPreview }) {
  const positions = useAccount('positions');
  const { totals, unrouted_qty: unrouted } = preview;
  const effect = computeEffect(order, preview, positions);
  const isBuy = order.side === 'BUY';
  const rows: Figure[] = [];
  if (totals !== null)
    rows.push(
      [
        isBuy ? 'Costs with fees' : 'Proceeds after fees',
        showMoney(isBuy ? totals.cost : negated(totals.cost)),
      ],
      ['Fees', showFee(totals.fees)],
    );
  if (effect !== null) rows.push(...toEffectRows(effect, isBuy));
  if (unrouted !== '0') rows.push(['Not placed', `${showAmount(unrouted)} contracts`]);
  return <Figures rows={rows} label="Result" />;
}

function toEffectRows({ realised, realisedAfterFees, opened, changes }: PositionEffect, isBuy: boolean) {
  const rows: Figure[] = [];
  if (realised !== null) rows.push(['Realised PnL before fees', showGain(realised), gainClass(realised)]);
  if (realisedAfterFees !== null)
    rows.push(['Realised PnL after fees', showGain(realisedAfterFees), gainClass(realisedAfterFees)]);
  if (opened !== null) {
    rows.push(['Maximum loss', showMoney(opened.maxLoss)], ['Maximum profit', showMoney(opened.maxProfit)]);
    if (isBuy) rows.push(['Payout if right', showMoney(opened.payout)]);
  }
  for (const { venue, before, after } of changes)
    rows.push([changes.length === 1 ? 'Position after' : `${venue} after`, showChange(before, after)]);
  return rows;
}

/** `66 → 175 YES`, or `20 YES → 30 NO` if the outcome changes. */
function showChange(before: string, after: string): string {
  const [held, outcome] = before.split(' ');
  return outcome !== undefined && after.endsWith(` ${outcome}`)
    ? `${held} → ${after}`
    : `${before} → ${after}`;
}

function PlannedLegs({ preview: { legs } }: { preview: OrderPreview }) {
  const [format] = usePriceFormat();
  const markets = useInstruments(legs.map(({ instrument_id: id }) => id));
  const priceOf = (average: string | null, limit: string | null): string => {
    if (average !== null) return showAverage(average, format);
    return limit === null ? '–' : showPrice(limit, format);
  };
  return (
    <Table className="rows" aria-label="Planned route" mt={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Venue</Table.Th>
          <Table.Th ta="right">Contracts</Table.Th>
          <Table.Th ta="right">Price</Table.Th>
          <Table.Th ta="right">Fee</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {legs.map(({ leg, venue, instrument_id: id, qty, price, sent_as, outcome, expected }) => (
          <Table.Tr key={leg}>
            <Table.Td className="wide">
              {venue}
              <Text size="xs" c="dimmed">
                {[markets.get(id)?.ticker ?? id, describeSentAs({ outcome, sent_as })]
                  .filter((text) => text !== null)
                  .join(' · ')}
              </Text>
            </Table.Td>
            <Table.Td ta="right">
              {showAmount(qty)}
              {expected !== null && expected.rests_qty !== '0' && (
                <Text size="xs" c="dimmed">
                  {showAmount(expected.rests_qty)} rest
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="right">{priceOf(expected?.avg_price ?? null, price)}</Table.Td>
            <Table.Td ta="right">{expected === null ? '–' : showFee(expected.fee, FEE_PLACES)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Skipped({ preview: { candidates } }: { preview: OrderPreview }) {
  const [format] = usePriceFormat();
  const skipped = candidates.filter(({ dropped }) => dropped !== null);
  const markets = useInstruments(skipped.map(({ instrument_id: id }) => id));
  if (skipped.length === 0) return null;
  return (
    <ul className="skipped" aria-label="Skipped">
      {skipped.map(({ venue, instrument_id: id, best_price: best, dropped }) => (
        <li key={id}>
          {venue} {markets.get(id)?.ticker ?? id}
          {best === null ? '' : ` at ${showPrice(best, format)}`}: {skipReasonLabel(dropped ?? '')}
        </li>
      ))}
    </ul>
  );
}

/** The usage of each limit after the order. */
function LimitUsages({ preview }: { preview: OrderPreview }) {
  const usages = toLimitUsages(preview);
  if (usages.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        No limit is set for this subaccount or account.
      </Text>
    );
  }
  return (
    <div role="list" aria-label="Limits">
      {usages.map(({ key, scope, limit, max, after, share }) => (
        <div key={key} role="listitem">
          <Figures
            rows={[[`${limitLabel(limit)}, ${scope}`, `${showAmount(after)} of ${showAmount(max)}`]]}
          />
          <Bar share={share} tone={share >= 1 ? 'over' : share > 0.8 ? 'near' : 'plain'} />
        </div>
      ))}
    </div>
  );
}

/** A limit and its usage after the order. */
interface LimitUsage {
  readonly key: string;
  readonly scope: 'subaccount' | 'account';
  readonly limit: string;
  readonly max: string;
  readonly after: string;
  readonly share: number; // of the limit, 0 to 1
}

const LIMITS = ['max_order_qty', 'max_position_qty', 'max_open_orders'] as const;

/** The limits that are set, at both levels. */
const toLimitUsages = ({ risk }: OrderPreview): readonly LimitUsage[] =>
  risk.flatMap((level) =>
    LIMITS.flatMap((limit) => {
      const { max, after } = level[limit];
      if (max === null) return [];
      const [most, then] = [String(max), String(after)];
      const key = `${level.scope}/${limit}`;
      return [{ key, scope: level.scope, limit, max: most, after: then, share: computeShare(then, most) }];
    }),
  );
