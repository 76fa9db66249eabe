import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runReviewCommand } from '#admin';
import { type Config, DEFAULT_CONFIG, PROJECT_DIR } from '#config';
import { type Rejection, type Result, requirePresent } from '#contract';
import type { MappingReviewService } from '#oms';
import type { Clock, Log } from '#ports';
import { invalid } from './cli-failure.ts';

/** One asset of a file of approved assets. Matching evaluates a member without a fingerprint again. */
interface ApprovedAsset {
  readonly title?: string;
  readonly by: string;
  readonly why: string;
  readonly members: readonly {
    readonly name: string; // VENUE:TICKER; a `*` matches a date or number that differs per start
    readonly inverted?: boolean;
    readonly fingerprint?: string;
  }[];
}

interface Imported {
  readonly title: string;
  readonly refused: string | null; // the reason if it was rejected
}

/** Reads a file that `match export` wrote. Fails with the first invalid part. */
export function approvedIn(text: string, file: string): readonly ApprovedAsset[] {
  try {
    const { approved } = JSON.parse(text) as { readonly approved?: readonly ApprovedAsset[] };
    const isFile =
      Array.isArray(approved) && approved.every((it: ApprovedAsset) => Array.isArray(it.members));
    if (isFile) return approved;
  } catch (error) {
    throw invalid(`${file}: not valid JSON: ${String(error)}`);
  }
  throw invalid(
    `${file}: expected {"approved":[{"why":…,"by":…,"members":[…]}]}, as \`match export\` writes it.`,
  );
}

/** Approves the assets one after the other. A rejected asset does not stop the rest. */
export async function importApproved(
  approved: readonly ApprovedAsset[],
  approve: (params: ApprovedAsset) => Promise<Result<unknown, Rejection>>,
): Promise<readonly Imported[]> {
  const report: Imported[] = [];
  for (const asset of approved) {
    const reply = await approve(asset);
    const title = asset.title ?? asset.members.map(({ name }) => name).join(' ');
    report.push({ title, refused: reply.ok ? null : reply.error.message });
  }
  return report;
}

const FILE = join(PROJECT_DIR, 'simulators', 'catalogue', 'approved-assets.json');

const LOOK_EVERY_MS = 3_600_000;

interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Approves the assets that the sandbox ships with, except those that an operator has already decided on.
 * Matching evaluates each one, so a listing whose terms have changed is left out. The simulators list a
 * successor when a market closes, so the search for successors repeats every hour.
 *
 * @returns a function that stops the search
 */
export async function approveSandboxAssets(reviewing: MappingReviewService, deps: Deps): Promise<() => void> {
  if (!existsSync(FILE)) return () => undefined;
  const assets = approvedIn(readFileSync(FILE, 'utf8'), FILE).map((asset) =>
    underOurNames(asset, deps.config),
  );
  const decided = new Set(reviewing.reviews().map(({ title }) => title));
  const first = assets.filter(({ title }) => title === undefined || !decided.has(title));
  await approve(reviewing, first, deps.log);
  const look = (): void => {
    laterEditions(reviewing, assets)
      .then((later) => approve(reviewing, later, deps.log))
      .catch((error: unknown) => deps.log.warn('sandbox asset search failed', { error: String(error) }));
  };
  look();
  const timer = deps.clock.every(LOOK_EVERY_MS, look);
  return () => timer.cancel();
}

async function approve(
  reviewing: MappingReviewService,
  assets: readonly ApprovedAsset[],
  log: Log,
): Promise<void> {
  const report = await importApproved(assets, (params) =>
    requirePresent(runReviewCommand(reviewing, 'match.approve', params), 'the command match.approve'),
  );
  const refused = report.filter((it) => it.refused !== null);
  if (report.length === 0) return;
  const first = refused[0]?.refused ?? null;
  log.info('sandbox assets', { approved: report.length - refused.length, refused: refused.length, first });
}

/** Finds assets whose listings succeed a closed market, without those that are already decided. */
async function laterEditions(
  reviewing: MappingReviewService,
  assets: readonly ApprovedAsset[],
): Promise<readonly ApprovedAsset[]> {
  const later: ApprovedAsset[] = [];
  for (const asset of assets) {
    const members = asset.members.map((member) => ({ ...member, name: laterName(member.name) }));
    const found = await reviewing.compare(members.map(({ name }) => name));
    if (!found.ok || found.value.reviews.length > 0) continue;
    const ticker = found.value.members.at(-1)?.ticker ?? '';
    later.push({ ...asset, title: `${asset.title ?? ticker}, ${ticker}`, members });
  }
  return later;
}

/** A member name with a `*` matches the listings of every series. */
const laterName = (name: string): string => (name.includes('*') ? name : `${name}-ed*`);

/** Replaces the default venue names of the file by the configured ones. */
function underOurNames(asset: ApprovedAsset, { venues }: Config): ApprovedAsset {
  const { kalshi, polymarket } = DEFAULT_CONFIG.venues;
  const names = new Map([
    [kalshi.name, venues.kalshi.name],
    [polymarket.name, venues.polymarket.name],
  ]);
  const members = asset.members.map((member) => {
    const [venue = '', name = ''] = member.name.split(':');
    return { ...member, name: `${names.get(venue) ?? venue}:${name}` };
  });
  return { ...asset, members };
}
