import type { HttpResult, OperationOutcome, OperationSeal, VenueOperation, VenueOperations } from '#ports';
import { parseWireJson } from '../codec/polymarket-decoder.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import { errorText } from '../http/polymarket-refusals.ts';
import type { Wallet } from '../signing/wallet.ts';
import { toAdapterCall } from './adapter-calls.ts';
import { parseTransaction, type RelayerClient, type RelayerTransaction } from './relayer-client.ts';
import {
  findRelayedWallet,
  type RelayedWallet,
  type RelayerRequest,
  type RelayerSeal,
  signRequest,
} from './wallet-requests.ts';

export interface PolymarketOperationsDeps {
  readonly wallet: Wallet;
  readonly chainId: number;
  readonly relayer: RelayerClient | null; // null: no credentials
  readonly findListing: (conditionId: string) => Listing | null;
  readonly nowMs: () => number; // the venue's clock
  /** The matching engine keeps a copy of balances, which an operation changes behind its back. */
  readonly refreshBalances: (listing: Listing) => void;
}

const VALID_S = 300; // from the seal to the deadline
/** After the deadline: differences of clocks, and blocks that are still to come. */
const GRACE_MS = 120_000;

/** Splits, merges and redeems through Polymarket's relayer, which pays for the gas. */
export class PolymarketOperations implements VenueOperations {
  readonly #deps: PolymarketOperationsDeps;

  constructor(deps: PolymarketOperationsDeps) {
    this.#deps = deps;
  }

  findObstacle({ venueInstrumentId }: VenueOperation): string | null {
    const { wallet, relayer, findListing } = this.#deps;
    const unsupported = UNSUPPORTED_WALLETS[wallet.signatureType];
    if (unsupported !== undefined) return unsupported;
    if (wallet.isSessionKey) return SESSION_KEY;
    if (!wallet.holdsKey) return SIGNED_OUTSIDE;
    if (relayer === null)
      return 'no relayer credentials are configured: set relayer_credentials_file of the venue, from the API keys in the settings of the account';
    const listing = findListing(venueInstrumentId);
    if (listing === null) return 'the market is in no list of the venue that was read';
    return listing.protocol === 'v2' ? 'positions of Protocol V2 markets cannot be converted here yet' : null;
  }

  async seal(): Promise<OperationSeal> {
    const { wallet, relayer, nowMs } = this.#deps;
    const kind = findRelayedWallet(wallet);
    const nonce = kind === null ? null : await relayer?.readNonce(wallet.address, kind);
    if (nonce === null || nonce === undefined)
      return { kind: 'failed', why: 'the relayer does not report the nonce of the wallet' };
    const seal: RelayerSeal = { nonce, deadline: Math.floor(nowMs() / 1_000) + VALID_S };
    return { kind: 'sealed', seal: JSON.stringify(seal) };
  }

  async send(operation: VenueOperation, seal: string): Promise<OperationOutcome> {
    const request = this.#sign(operation, parseSeal(seal));
    const { relayer } = this.#deps;
    if (request === null || relayer === null)
      return {
        kind: 'failed',
        failure: 'not_sent',
        venueMessage: 'the market or the relayer is not known now',
      };
    return this.#afterSend(operation, await relayer.submit(request.body));
  }

  async query(operation: VenueOperation, text: string, id: string | null): Promise<OperationOutcome> {
    const { relayer, wallet } = this.#deps;
    const seal = parseSeal(text);
    const request = this.#sign(operation, seal);
    const kind = findRelayedWallet(wallet);
    if (relayer === null || request === null || kind === null)
      return { kind: 'unknown', why: 'the market or the relayer is not known now' };
    const found = id === null ? 'not_known' : await relayer.readTransaction(id);
    if (found !== null && found !== 'not_known') return this.#toOutcome(operation, found);
    const recent = await relayer.readRecent();
    if (recent === null) return { kind: 'unknown', why: 'the records of the relayer could not be read' };
    const own = recent.find(({ signature }) => isSame(signature, request.signature));
    if (own !== undefined) return this.#toOutcome(operation, own);
    // What could not be read proves nothing: a list of recent transactions may have lost it.
    return found === null ? UNREAD : this.#findProof(relayer, kind, seal, recent);
  }

  /** Whether an operation without a record can still execute: its nonce is used by another one, or its deadline has passed. */
  async #findProof(
    relayer: RelayerClient,
    kind: RelayedWallet,
    { nonce, deadline }: RelayerSeal,
    recent: readonly RelayerTransaction[],
  ): Promise<OperationOutcome> {
    const { wallet, nowMs } = this.#deps;
    if (nowMs() < deadline * 1_000 + GRACE_MS) return NOT_LISTED;
    const present = await relayer.readNonce(wallet.address, kind);
    if (present === null) return NOT_LISTED;
    const isUsed = BigInt(present) > BigInt(nonce);
    // One owner may have several wallets, and each counts its own nonces.
    const isOthers = recent.some(
      (each) =>
        each.nonce === nonce &&
        each.state === 'confirmed' &&
        each.type === kind &&
        isSame(each.wallet, wallet.maker),
    );
    // The signature of a Safe has no deadline: until its nonce is used, nothing is proven.
    const isVoid = isUsed ? isOthers : kind === 'WALLET';
    if (!isVoid) return { kind: 'unknown', why: isUsed ? NONCE_USED : SAFE_PENDING };
    return { kind: 'failed', failure: 'never_executed', venueMessage: null };
  }

  #sign(operation: VenueOperation, seal: RelayerSeal): RelayerRequest | null {
    const { wallet, chainId, findListing } = this.#deps;
    const listing = findListing(operation.venueInstrumentId);
    return listing === null ? null : signRequest(wallet, chainId, toAdapterCall(operation, listing), seal);
  }

  #afterSend(operation: VenueOperation, answer: HttpResult): OperationOutcome {
    if (answer.kind === 'unsent') return { kind: 'failed', failure: 'not_sent', venueMessage: answer.why };
    if (answer.kind === 'lost') return { kind: 'unknown', why: answer.why };
    const { status, body } = answer;
    const accepted = status === 200 || status === 201 ? parseTransaction(parseWireJson(body)) : null;
    if (accepted !== null) return this.#toOutcome(operation, accepted);
    const text = errorText(body);
    if (text !== null && REFUSING.has(status) && !MAY_BE_TAKEN.test(text))
      return { kind: 'failed', failure: 'venue_refused', venueMessage: text };
    return { kind: 'unknown', why: `HTTP ${status}: ${text ?? 'no readable reason'}` };
  }

  #toOutcome({ venueInstrumentId }: VenueOperation, found: RelayerTransaction): OperationOutcome {
    const { id: venueOperationId, state, hash: transactionHash, error } = found;
    if (state === 'failed')
      return { kind: 'failed', failure: 'failed_on_chain', venueMessage: error, transactionHash };
    if (state === 'pending') return { kind: 'pending', venueOperationId, transactionHash };
    const listing = this.#deps.findListing(venueInstrumentId);
    if (listing !== null) this.#deps.refreshBalances(listing);
    return { kind: 'confirmed', venueOperationId, transactionHash };
  }
}

const UNSUPPORTED_WALLETS: Readonly<Record<number, string>> = {
  0: 'the wallet is the key itself (signature type 0), whose transactions pay gas: merge, split and redeem on the page of the venue, or move to a deposit wallet',
  1: 'the wallet is a proxy (signature type 1), which Crossbook does not move: merge, split and redeem on the page of the venue',
};

/** The relayer's records name an operation by its signature, which this service computes again after a crash. */
const SESSION_KEY =
  "a session key trades only: the owner of the wallet converts its tokens, on the page of the venue or with the owner's key in the settings";

const SIGNED_OUTSIDE =
  'a signer outside this service may sign the same operation differently each time, so that it could not be found again: merge, split and redeem on the page of the venue';

const UNREAD: OperationOutcome = { kind: 'unknown', why: 'the transaction could not be read' };
const NOT_LISTED: OperationOutcome = { kind: 'unknown', why: 'the relayer does not list the operation' };
const NONCE_USED = 'the nonce of the operation is used, and the relayer does not list by what';
const SAFE_PENDING =
  'the relayer does not list the operation, and a Safe may still execute it: any other transaction of the Safe ends this';

/** Refused before the relayer took it. */
const REFUSING: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 413, 415, 422, 429]);
const MAY_BE_TAKEN = /time.?out|timed out|internal|unavailable|duplicate|already/i;

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const parseSeal = (text: string): RelayerSeal => JSON.parse(text) as RelayerSeal;
