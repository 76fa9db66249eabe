import type { Instrument } from '../../core/instruments/instrument.ts';
import { FIRST_REVIEW_ID, isStillTrading } from '../../core/instruments/review.ts';
import { type GenericAssetId, parseInstrumentId, type VenueName } from '../../core/kernel/ids.ts';
import { invalidField, type Refusal } from '../../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../../core/kernel/result.ts';
import type { AssetDesk } from '../../ports/assetdesk.ts';
import type { NamedMember } from './decision.ts';

const MEMBERS_MAX = 10;

/** The instruments that a person names, each once. Refuses `validation` in the field `members`. */
export async function membersNamed(
  desk: AssetDesk,
  named: readonly NamedMember[],
): Promise<Result<readonly Instrument[], Refusal>> {
  if (named.length < 2 || named.length > MEMBERS_MAX)
    return refuse(invalidField('members', `must be 2 to ${MEMBERS_MAX} instruments`));
  const members: Instrument[] = [];
  for (const { name } of named) {
    const instrument = await memberNamed(desk, name);
    if (instrument === null)
      return refuse(invalidField('members', `has ${name}, which no venue lists, or which is not one alone`));
    members.push(instrument);
  }
  const isTwice = new Set(members.map(({ instrumentId }) => instrumentId)).size < members.length;
  return isTwice ? refuse(invalidField('members', 'names one instrument twice')) : ok(members);
}

async function memberNamed(desk: AssetDesk, name: string): Promise<Instrument | null> {
  const at = name.indexOf(':');
  if (at > 0) return desk.named(name.slice(0, at) as VenueName, name.slice(at + 1));
  const id = parseInstrumentId(name);
  return id === null ? null : desk.instrument(id);
}

/**
 * Why these may not be one asset, whatever their words say.
 *
 * @param own  the asset that they are already, when it is looked at again
 */
export function whyNotTogether(
  desk: AssetDesk,
  members: readonly Instrument[],
  own: GenericAssetId | null,
): Refusal | null {
  const over = members.find(({ status }) => !isStillTrading(status));
  if (over !== undefined) return invalidField('members', `has ${over.ticker}, which is ${over.status}`);
  const taken = members.find((it) => ![null, own].includes(desk.assetOf(it.instrumentId)));
  if (taken !== undefined)
    return invalidField(
      'members',
      `has ${taken.ticker}, which asset ${desk.assetOf(taken.instrumentId)} has already`,
    );
  const worlds = members.map(({ venue }) => desk.isSimulated(venue));
  if (worlds.includes(null)) return invalidField('members', 'has one of a venue that is switched off here');
  if (new Set(worlds).size > 1)
    return invalidField(
      'members',
      'mixes simulated and live venues; a live order is never routed to a simulated book',
    );
  return null;
}

/** Members that are an approved asset are taken off as that asset, not as a pair. */
export function whyNotApart(desk: AssetDesk, members: readonly Instrument[]): Refusal | null {
  const assets = members.map(({ instrumentId }) => desk.assetOf(instrumentId));
  const [asset] = assets;
  const isOne = asset !== undefined && asset !== null && assets.every((each) => each === asset);
  return isOne && asset >= FIRST_REVIEW_ID
    ? invalidField('members', `are approved as asset ${asset}; reject the asset`)
    : null;
}
