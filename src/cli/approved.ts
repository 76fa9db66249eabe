import type { Refusal } from '../core/kernel/refusal.ts';
import type { Result } from '../core/kernel/result.ts';
import { invalid } from './failure.ts';

/** One asset of a file of approved assets. A member without a fingerprint is judged by matching again. */
export interface ApprovedAsset {
  readonly title?: string;
  readonly by: string;
  readonly why: string;
  readonly members: readonly {
    readonly name: string; // VENUE:TICKER; a `*` in it stands for a date or number that differs from start to start
    readonly inverted?: boolean;
    readonly fingerprint?: string;
  }[];
}

export interface Imported {
  readonly title: string;
  readonly refused: string | null; // why, when it was
}

/** Reads a file that `match export` wrote. Fails with what is wrong in it. */
export function approvedIn(text: string, file: string): readonly ApprovedAsset[] {
  try {
    const { approved } = JSON.parse(text) as { readonly approved?: readonly ApprovedAsset[] };
    const isFile =
      Array.isArray(approved) && approved.every((it: ApprovedAsset) => Array.isArray(it.members));
    if (isFile) return approved;
  } catch (error) {
    throw invalid(`${file}: is not JSON: ${String(error)}`);
  }
  throw invalid(
    `${file}: expected {"approved":[{"why":…,"by":…,"members":[…]}]}, as \`match export\` writes it.`,
  );
}

/** Approves each asset in turn. One that is refused leaves the others. */
export async function importApproved(
  approved: readonly ApprovedAsset[],
  approve: (params: ApprovedAsset) => Promise<Result<unknown, Refusal>>,
): Promise<readonly Imported[]> {
  const report: Imported[] = [];
  for (const asset of approved) {
    const reply = await approve(asset);
    const title = asset.title ?? asset.members.map(({ name }) => name).join(' ');
    report.push({ title, refused: reply.ok ? null : reply.error.message });
  }
  return report;
}
