import './assets.css';
import { Card, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { GenericAsset } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { AssetCard } from './asset-card.tsx';

const NO_SEARCH = { q: '' } as const;
const SHOWN_MAX = 40; // each needs its own book

/** Contracts listed on several venues, and the current price gap between them. */
export default function AssetsPage() {
  const { client } = useSession();
  const [{ q: text }, change] = useUrlState(NO_SEARCH);
  const [debounced] = useDebouncedValue(text.trim(), 150);
  const assets = useQuery(`assets/${debounced}`, (signal) =>
    client.genericAssets.list(debounced === '' ? {} : { q: debounced }, { signal }).then(widestFirst),
  );
  return (
    <>
      <PageTitle>Matched markets</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        One contract, listed on several venues. BEST PRICE and SPLIT orders route across all of these members.
        Prices are in the asset's terms: the YES of an inverted member is the asset's NO, so its book is shown
        inverted.
      </Text>
      <TextInput
        aria-label="Search matched markets"
        placeholder="Search"
        size="xs"
        maw={360}
        mb="sm"
        value={text}
        onChange={(event) => change({ q: event.currentTarget.value })}
      />
      {assets.error !== null && <ErrorNote error={assets.error} onRetry={assets.reload} />}
      {assets.data?.length === 0 && (
        <EmptyNote>
          {debounced === ''
            ? 'No markets are matched yet. Proposed matches appear on the Match review page, where they are approved.'
            : 'No matched market fits this search.'}
        </EmptyNote>
      )}
      <Stack gap="sm">
        {assets.data?.slice(0, SHOWN_MAX).map((asset) => (
          <Card
            key={asset.generic_asset_id}
            withBorder
            padding="xs"
            component="section"
            aria-label={asset.title}
          >
            <AssetCard asset={asset} />
          </Card>
        ))}
      </Stack>
      {(assets.data?.length ?? 0) > SHOWN_MAX && (
        <Text size="xs" c="dimmed" mt="xs">
          The first {SHOWN_MAX} are shown. Use the search to find others.
        </Text>
      )}
    </>
  );
}

/** Assets with the most venues come first: this page is for comparing venues. */
const widestFirst = (assets: readonly GenericAsset[]): readonly GenericAsset[] =>
  assets.toSorted((one, other) => other.venues.length - one.venues.length);
