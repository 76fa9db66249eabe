import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_DIR } from '../config/load.ts';
import { type Config, DEFAULT_CONFIG } from '../config.ts';
import { runReviewCommand } from '../control/reviews.ts';
import { present } from '../core/kernel/assert.ts';
import type { Reviewing } from '../engine/reviewing/reviewing.ts';
import type { Log } from '../ports/log.ts';
import { type ApprovedAsset, approvedIn, importApproved } from './approved.ts';

const FILE = join(PROJECT_DIR, 'sandbox', 'world', 'approved.json');

/**
 * Approves the assets that the sandbox ships with, as far as nobody has decided on them: what an operator
 * has rejected stays rejected. Each is judged by matching like any other, so that a venue which lists
 * something else by now is left out.
 */
export async function approveSandboxAssets(
  reviewing: Reviewing,
  { config, log }: { readonly config: Config; readonly log: Log },
): Promise<void> {
  if (!existsSync(FILE)) return;
  const decided = new Set(reviewing.reviews().map(({ title }) => title));
  const approved = approvedIn(readFileSync(FILE, 'utf8'), FILE)
    .filter(({ title }) => title === undefined || !decided.has(title))
    .map((asset) => underOurNames(asset, config));
  const report = await importApproved(approved, (params) =>
    present(runReviewCommand(reviewing, 'match.approve', params), 'the command match.approve'),
  );
  const refused = report.filter((it) => it.refused !== null);
  if (report.length > 0) {
    const first = refused[0]?.refused ?? null;
    log.info('sandbox assets', { approved: report.length - refused.length, refused: refused.length, first });
  }
}

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
