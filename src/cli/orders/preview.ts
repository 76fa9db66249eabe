import type { OrderPreview } from '../../../sdk/src/index.ts';
import type { View } from '../output/view.ts';
import { columns } from '../terminal.ts';

/** Where an order would go: a leg a line, what was passed over, and what it comes to. */
export function previewView(preview: OrderPreview): View {
  return {
    value: preview,
    rows: preview.legs.map((leg) => ({ mode: preview.mode, ...leg, ...preview.totals })),
    columns: ['venue', 'outcome', 'qty', 'price', 'expected.fee'],
    isOne: false,
    drawn: drawn(preview),
  };
}

function drawn({ mode, legs, candidates, totals, unroutable, unrouted_qty: unrouted }: OrderPreview) {
  const head = ['LEG', 'VENUE', 'INSTRUMENT', 'QTY', 'LIMIT', 'TAKES', 'RESTS', 'AVG', 'FEE', 'COST'];
  const rows = legs.map(({ leg, venue, instrument_id, qty, price, expected }) => [
    `${leg}`,
    venue,
    `${instrument_id}`,
    qty,
    price ?? '-',
    expected?.takes_qty ?? '-',
    expected?.rests_qty ?? '-',
    expected?.avg_price ?? '-',
    expected?.fee ?? '-',
    expected?.cost ?? '-',
  ]);
  const skipped = candidates.filter(({ dropped }) => dropped !== null);
  return [
    `${mode}, nothing placed`,
    ...(unroutable === null ? columns([head, ...rows]) : [`would go nowhere: ${unroutable}`]),
    ...skipped.map(({ venue, instrument_id, dropped }) => `skipped ${venue} ${instrument_id}: ${dropped}`),
    ...(unrouted === '0' ? [] : [`not routed: ${unrouted}`]),
    ...(totals === null
      ? []
      : [`cost ${totals.cost} with fees ${totals.fees}; can lose ${totals.max_loss}, pays ${totals.payout}`]),
  ];
}
