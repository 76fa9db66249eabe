import { Text } from '@mantine/core';
import type { ComplexOrderPreview, OrderPreview, Side } from '../../../../sdk/src/index.ts';
import { showAmount, showMoney } from '../../components/amounts.ts';
import { type Figure, Figures } from '../../components/figures.tsx';
import { showPrice } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import type { PreviewState } from '../trade/use-preview.ts';

/** The preview of a complex order, and of the entry that it sends at once, if it is a bracket. */
export interface FullPreview {
  readonly complex: ComplexOrderPreview;
  readonly entry: OrderPreview | null;
}

interface ComplexPreviewProps {
  readonly state: PreviewState<FullPreview>;
  readonly side: Side;
  readonly isExit: boolean; // it only reduces what another order fills
  readonly isRouted: boolean; // its venue is chosen by the service
}

/** What a complex order would do now, and its worst case: the whole quantity at the worst price that a child may have. */
export function ComplexPreviewCard({ state, side, isExit, isRouted }: ComplexPreviewProps) {
  const [format] = usePriceFormat();
  if (state.preview === null) return null;
  const { isCurrent } = state;
  const { complex: preview, entry } = state.preview;
  const {
    max_cost: cost,
    max_loss: loss,
    reserved,
    watched_price: watched,
    children_max: children,
  } = preview;
  const [child] = preview.first_child.legs;
  const rows: Figure[] = [];
  const totals = entry?.totals ?? null;
  if (totals !== null)
    rows.push(
      ['Entry costs at most', showMoney(totals.cost)],
      ['Worst case loss', showMoney(totals.max_loss)],
    );
  else if (isExit) rows.push(['Worst case loss', 'none: it only reduces']);
  else {
    if (side === 'BUY') rows.push(['Cost at most', showMoney(cost)]);
    rows.push(['Worst case loss', loss === '0' ? 'none: it closes a position' : showMoney(loss)]);
  }
  if (watched !== null) rows.push(['Price now', showPrice(watched, format)]);
  if (child !== undefined)
    rows.push([
      isExit || entry !== null ? 'First exit' : 'First child',
      `${showAmount(child.qty)} at ${child.price === null ? 'market' : showPrice(child.price, format)}${isRouted ? `, ${child.venue}` : ''}`,
    ]);
  if (children !== null) rows.push(['Children', `at most ${children}`]);
  if (reserved !== '0') rows.push(['Reserved under the limits', `${showAmount(reserved)} contracts`]);
  return (
    <section aria-label="Preview" aria-busy={!isCurrent} className={isCurrent ? undefined : 'older'}>
      {preview.would_trigger_now && (
        <Text size="sm" className="warning" role="status">
          ▲ The trigger is met now: it would fire at once.
        </Text>
      )}
      <Figures rows={rows} label="Worst case" />
      {preview.warnings.map((text) => (
        <Text key={text} size="xs" c="dimmed">
          {text}
        </Text>
      ))}
    </section>
  );
}
