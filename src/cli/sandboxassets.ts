import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config/load.ts';
import { type Config, DEFAULT_CONFIG } from '../config.ts';
import { runReviewCommand } from '../control/reviews.ts';
import { present } from '../core/kernel/assert.ts';
import type { Reviewing } from '../engine/reviewing/reviewing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { type ApprovedAsset, approvedIn, importApproved } from './approved.ts';

const FILE = join(PROJECT_DIR, 'sandbox', 'world', 'approved.json');

const LOOK_EVERY_MS = 3_600_000;

interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Approves the assets that the sandbox ships with, as far as nobody has decided on them: what an operator
 * has rejected stays rejected. Each is judged by matching like any other, so that a venue which lists
 * something else by now is left out. The exchanges ask a question again when its market closes: every hour
 * what is listed anew is looked for.
 *
 * @returns what ends the looking
 */
export async function approveSandboxAssets(reviewing: Reviewing, deps: Deps): Promise<() => void> {
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
      .catch((error: unknown) =>
        deps.log.warn('sandbox assets could not be looked for', { error: String(error) }),
      );
  };
  look();
  const timer = deps.clock.every(LOOK_EVERY_MS, look);
  return () => timer.cancel();
}

async function approve(reviewing: Reviewing, assets: readonly ApprovedAsset[], log: Log): Promise<void> {
  const report = await importApproved(assets, (params) =>
    present(runReviewCommand(reviewing, 'match.approve', params), 'the command match.approve'),
  );
  const refused = report.filter((it) => it.refused !== null);
  if (report.length === 0) return;
  const first = refused[0]?.refused ?? null;
  log.info('sandbox assets', { approved: report.length - refused.length, refused: refused.length, first });
}

/** The assets as the exchanges list them again, those that nobody has decided on. */
async function laterEditions(
  reviewing: Reviewing,
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

/** A name with a `*` fits each edition as it is. */
const laterName = (name: string): string => (name.includes('*') ? name : `${name}-ed*`);

/** The file has the venues' usual names; a configuration may have others. */
function underOurNames(asset: ApprovedAsset, { venues }: Config): ApprovedAsset {
  const names = new Map([
    [DEFAULT_CONFIG.venues.one.name, venues.one.name],
    [DEFAULT_CONFIG.venues.two.name, venues.two.name],
  ]);
  const members = asset.members.map((member) => {
    const [venue = '', name = ''] = member.name.split(':');
    return { ...member, name: `${names.get(venue) ?? venue}:${name}` };
  });
  return { ...asset, members };
}
