import type { AssetMember, GenericAsset, Instrument } from '#contract';
import { assessSafety, compareListings, joinSafety, type Safety, toListing } from '#relations';
import type { GenericAssets } from './generic-assets.ts';
import type { InstrumentCatalogue } from './instrument-catalogue.ts';

interface AssetSafetyDeps {
  readonly assets: Pick<GenericAssets, 'getApproval'>;
  readonly catalogue: Pick<InstrumentCatalogue, 'lookup'>;
}

interface Assessment {
  readonly listings: readonly Instrument[];
  readonly safety: Safety;
}

/**
 * How safe the members of approved assets are as one contract, by the comparison of each with the first. A comparison takes up
 * to 2 ms, so the last one of an asset is kept until a listing changes.
 */
export class AssetSafety {
  readonly #deps: AssetSafetyDeps;
  readonly #known = new WeakMap<GenericAsset, Assessment>();

  constructor(deps: AssetSafetyDeps) {
    this.#deps = deps;
  }

  /** Null for an asset that its venue declares, and while a member is not in the catalogue. */
  async get(asset: GenericAsset): Promise<Safety | null> {
    if (this.#deps.assets.getApproval(asset.genericAssetId) === null) return null;
    const listings = await this.#deps.catalogue.lookup(asset.members.map(({ instrumentId }) => instrumentId));
    if (listings.length < asset.members.length) return null;
    const known = this.#known.get(asset);
    if (known?.listings.every((each, at) => each === listings[at]) === true) return known.safety;
    const safety = assess(asset.members, listings);
    this.#known.set(asset, { listings, safety });
    return safety;
  }
}

function assess(members: readonly AssetMember[], listings: readonly Instrument[]): Safety {
  const byId = new Map(listings.map((listing) => [listing.instrumentId, listing]));
  const [first, ...others] = members.flatMap((member) => {
    const listing = byId.get(member.instrumentId);
    return listing === undefined ? [] : [{ listing: toListing(listing), isInverted: member.inverted }];
  });
  if (first === undefined) return joinSafety([]);
  return joinSafety(
    others.map(({ listing, isInverted }) =>
      assessSafety(compareListings(first.listing, listing), isInverted !== first.isInverted),
    ),
  );
}
