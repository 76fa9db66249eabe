import { StoreOpenError } from '#ports';
import type { SqlReader, SqlWriter } from './sql-connections.ts';

interface ProfileCheck {
  /** The profile of this process. */
  readonly profile: string;
  /** The folder or database, for the message. */
  readonly place: string;
  /** What gives this process a separate ledger, such as `folder with data_dir`: the end of the message. */
  readonly remedy: string;
  readonly writer: SqlWriter;
  readonly reader: SqlReader;
}

/**
 * Stores the profile of the first start. Refuses (StoreOpenError) every other one: orders, positions, limits and keys of
 * the sandbox must never count as live ones, nor the reverse.
 */
export async function checkProfile({ profile, place, remedy, writer, reader }: ProfileCheck): Promise<void> {
  await writer.write([['profile', profile]]);
  const row = await reader.get('SELECT profile FROM ledger_profile');
  const first = String(row?.['profile']);
  if (first === profile) return;
  throw new StoreOpenError(
    `${place} holds the ledger of profile "${first}", and this process has profile "${profile}". ` +
      `Set profile = "${first}", or give profile "${profile}" its own ${remedy}`,
  );
}
