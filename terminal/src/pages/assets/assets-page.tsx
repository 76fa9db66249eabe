import './assets.css';
import { Card, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { GenericAsset } from '../../../../sdk/src/index.ts';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { AssetCard } from './asset-card.tsx';

const SHOWN_MAX = 40; // each has a book of its own

/** The contracts that are the same at several venues, and what separates their prices now. */
export default function AssetsPage() {
  const { client } = useSession();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const assets = useQuery(`assets/${asked}`, (signal) =>
    client.genericAssets.list(asked === '' ? {} : { q: asked }, { signal }).then(widestFirst),
  );
  return (
    <>
      <PageTitle>Matched markets</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        One contract, several members. BEST PRICE and SPLIT route over all of them. Prices are in the asset's
        own terms: an inverted member's YES is the asset's NO, so its book is turned round here.
      </Text>
      <TextInput
        aria-label="Search matched markets"
        placeholder="Search"
        size="xs"
        maw={360}
        mb="sm"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {assets.error !== null && <ErrorNote error={assets.error} onRetry={assets.reload} />}
      {assets.data?.length === 0 && (
        <EmptyNote>
          {asked === ''
            ? 'No markets are matched yet: an operator approves them.'
            : 'No matched market fits.'}
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
          The first {SHOWN_MAX}; search for the others.
        </Text>
      )}
    </>
  );
}

/** Those over several venues are what this page is opened for. */
const widestFirst = (assets: readonly GenericAsset[]): readonly GenericAsset[] =>
  assets.toSorted((one, other) => other.venues.length - one.venues.length);
