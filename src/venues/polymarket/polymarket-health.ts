import type { VenueHealth } from '#ports';
import type { PolymarketClient } from './http/polymarket-client.ts';
import type { WalletHeartbeats } from './http/polymarket-heartbeats.ts';
import type { VenueStatus } from './market-data/venue-status.ts';
import type { WalletAccounts } from './orders/wallet-accounts.ts';
import type { Ownership } from './signing/wallet-owner.ts';

interface HealthDeps {
  readonly client: Pick<PolymarketClient, 'measureClock' | 'pauses' | 'credentials'>;
  readonly venueStatus: Pick<VenueStatus, 'blockedReason'>;
  readonly heartbeats: Pick<WalletHeartbeats, 'isOverdue' | 'fault'> | null; // null: switched off
  readonly settings: { readonly isPublic: boolean };
}

interface Running {
  readonly catalogue: { readonly hasFullList: boolean; readonly listFault: string | null };
  readonly feed: { readonly isUp: boolean };
  readonly accounts: Pick<WalletAccounts, 'isUp' | 'fault' | 'note'>;
  readonly ownershipIssue: Ownership | null;
}

/** Reads the venue's time, which also detects that an unresponsive venue answers again. */
export async function checkHealth(
  { client, venueStatus, heartbeats, settings: { isPublic } }: HealthDeps,
  { feed, accounts, catalogue, ownershipIssue }: Running,
): Promise<VenueHealth> {
  const latencyMs = await client.measureClock();
  const pauses = client.pauses();
  const { hasFullList, listFault } = catalogue;
  const fault =
    (latencyMs === null ? 'the venue does not answer' : null) ??
    (ownershipIssue?.kind === 'contradicts' ? ownershipIssue.detail : null) ??
    accounts.fault ??
    venueStatus.blockedReason() ??
    (heartbeats?.isOverdue === true ? heartbeats.fault : null) ??
    (pauses?.includesOrders === true ? pauses.reason : null) ??
    (client.credentials === null && !isPublic ? 'no credentials' : null) ??
    (accounts.isUp || isPublic ? null : 'the user channel is down') ??
    (feed.isUp ? null : 'the market data channel is down') ??
    (hasFullList
      ? null
      : `the market list has not been read yet${listFault === null ? '' : `: ${listFault}`}`);
  const note =
    accounts.note ??
    heartbeats?.fault ??
    pauses?.reason ??
    (listFault === null ? null : `the market list is incomplete: ${listFault}`);
  return {
    healthy: fault === null,
    latencyMs,
    reason: fault ?? note,
    ...(ownershipIssue !== null && { note: ownershipIssue.detail }),
  };
}
