import { Badge, Tooltip } from '@mantine/core';
import type { GenericAsset } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { showPrice } from '../../components/prices.ts';
import { useBook } from '../../feed/use-book.ts';
import { computeGap, toMemberQuotes } from '../assets/asset-quotes.ts';

/** The price gap between the members, shown when one bids more than another one offers. */
export function Gap({ asset }: { asset: GenericAsset }) {
  const shown = useBook(`asset/${asset.generic_asset_id}`);
  const book = shown?.kind === 'aggregated' ? shown.book : null;
  const gap = computeGap(toMemberQuotes(asset, book));
  const places = `${asset.members.length} matched markets at ${asset.venues.join(', ')}`;
  const isCrossed = gap !== null && compareAmounts(gap, '0') > 0;
  return (
    <Tooltip label={isCrossed ? `${places}: one bids more than another one offers, before fees` : places}>
      <Badge size="xs" variant={isCrossed ? 'light' : 'default'} color="teal">
        {isCrossed ? `gap ${showPrice(gap, 'cents')}` : `${asset.members.length} matched`}
      </Badge>
    </Tooltip>
  );
}
