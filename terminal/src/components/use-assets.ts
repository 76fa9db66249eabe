import type { GenericAsset } from '../../../sdk/src/index.ts';
import { useSession } from '../sign-in/auth-session.tsx';
import { useQuery } from './use-query.ts';

const NONE: ReadonlyMap<number, GenericAsset> = new Map();

/** The generic assets by id. They change rarely, so they are refreshed slowly. */
export function useAssets(): ReadonlyMap<number, GenericAsset> {
  const { client } = useSession();
  const { data } = useQuery(
    'assets',
    async (signal) =>
      new Map(
        (await client.genericAssets.list({}, { signal })).map((asset) => [asset.generic_asset_id, asset]),
      ),
  );
  return data ?? NONE;
}
