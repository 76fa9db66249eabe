import { createHmac } from 'node:crypto';
import { assert, type OrderType, type Outcome, type TimeInForce, type VenueClientId } from '#contract';

/** The facts that the venue id of our order encodes, so that they can be read back after a restart. */
export interface OrderIdentity {
  readonly clientId: VenueClientId; // `cb-<order>-<leg>-<generation>`
  readonly terms: IdentityTerms;
}

/** Terms that a report needs and Kalshi does not store: it keeps neither our outcome nor our tif. */
export interface IdentityTerms {
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
}

const CLIENT_ID = /^cb-([1-9][0-9]{0,14})-([1-9][0-9]{0,3})-([1-9][0-9]{0,3})$/;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/;
const SPACE = /^[0-9a-f]{32}$/;

const ORDER_BITS = 48n;
const LEG_BITS = 14n;
const TERMS_BITS = 4n;
const TAG_BITS = 42n;
const PAYLOAD_BITS = ORDER_BITS + LEG_BITS + LEG_BITS + TERMS_BITS; // 80: with the tag, all 122 free bits

const TERMS: readonly Omit<IdentityTerms, 'outcome'>[] = [
  { type: 'LIMIT', tif: 'GTC' },
  { type: 'LIMIT', tif: 'IOC' },
  { type: 'LIMIT', tif: 'FOK' },
  { type: 'LIMIT', tif: 'GTD' },
  { type: 'MARKET', tif: 'IOC' },
  { type: 'MARKET', tif: 'FOK' },
  { type: 'MARKET', tif: 'GTC' },
];

/**
 * Encodes client ids for Kalshi: version 4 UUIDs that contain order, leg, generation and terms, authenticated
 * with the installation's secret. Nothing is stored, so a report is mapped to its order after any crash. An
 * id that another client chose is accepted as ours with a probability of 2^-42.
 */
export class ClientIdCodec {
  readonly #key: Buffer;

  constructor(space: string) {
    assert(SPACE.test(space), 'a client id space is 32 lower-case hex characters');
    this.#key = Buffer.from(space, 'hex');
  }

  /** Null for a client id of another form, or for terms that no order has. */
  encode({ clientId, terms }: OrderIdentity): string | null {
    const match = CLIENT_ID.exec(clientId);
    const kind = TERMS.findIndex(({ type, tif }) => type === terms.type && tif === terms.tif);
    if (match === null || kind < 0) return null;
    const [order, leg, generation] = [match[1], match[2], match[3]].map((digits) => BigInt(digits ?? 0));
    if (order === undefined || leg === undefined || generation === undefined) return null;
    if (order >> ORDER_BITS !== 0n) return null;
    const last = (BigInt(kind) << 1n) | (terms.outcome === 'NO' ? 1n : 0n);
    const payload = (((((order << LEG_BITS) | leg) << LEG_BITS) | generation) << TERMS_BITS) | last;
    const tag = this.#digest('tag', payload, TAG_BITS);
    return bitsToUuid((tag << PAYLOAD_BITS) | (payload ^ this.#digest('mask', tag, PAYLOAD_BITS)));
  }

  /** Null for an id that this installation did not create. */
  decode(uuid: string): OrderIdentity | null {
    const bits = uuidToBits(uuid.toLowerCase());
    if (bits === null) return null;
    const tag = bits >> PAYLOAD_BITS;
    const payload = BigInt.asUintN(Number(PAYLOAD_BITS), bits) ^ this.#digest('mask', tag, PAYLOAD_BITS);
    if (this.#digest('tag', payload, TAG_BITS) !== tag) return null;
    const take = (shift: bigint, width: bigint): bigint => BigInt.asUintN(Number(width), payload >> shift);
    const terms = TERMS[Number(take(1n, TERMS_BITS - 1n))];
    if (terms === undefined) return null;
    const generation = take(TERMS_BITS, LEG_BITS);
    const leg = take(TERMS_BITS + LEG_BITS, LEG_BITS);
    const order = take(TERMS_BITS + LEG_BITS + LEG_BITS, ORDER_BITS);
    const clientId = `cb-${order}-${leg}-${generation}` as VenueClientId;
    return { clientId, terms: { ...terms, outcome: (payload & 1n) === 1n ? 'NO' : 'YES' } };
  }

  #digest(purpose: string, value: bigint, bits: bigint): bigint {
    const digest = createHmac('sha256', this.#key).update(`${purpose}:${value}`).digest('hex');
    return BigInt.asUintN(Number(bits), BigInt(`0x${digest.slice(0, 32)}`));
  }
}

/** Places 122 bits around the six fixed bits of a version 4, variant 1 UUID. */
function bitsToUuid(bits: bigint): string {
  const hex = (value: bigint, digits: number): string => value.toString(16).padStart(digits, '0');
  const low = BigInt.asUintN(62, bits);
  const middle = BigInt.asUintN(12, bits >> 62n);
  const high = hex(bits >> 74n, 12);
  const tail = hex((0b10n << 62n) | low, 16);
  return `${high.slice(0, 8)}-${high.slice(8)}-4${hex(middle, 3)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

function uuidToBits(uuid: string): bigint | null {
  const match = UUID.exec(uuid);
  if (match === null) return null;
  const [, one = '', two = '', three = '', four = '', five = ''] = match;
  const high = BigInt(`0x${one}${two}`);
  const low = BigInt.asUintN(62, BigInt(`0x${four}${five}`));
  return (high << 74n) | (BigInt(`0x${three}`) << 62n) | low;
}
