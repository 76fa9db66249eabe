import type { Config } from './config.ts';
import { isSealed, openSealed, SealError } from './sealed-secrets.ts';
import { readSecretFile, SecretFileError } from './secret-files.ts';
import { listSettings } from './setting-table.ts';
import { VENUE_SCHEMAS, type VenueSchema } from './venue-schemas.ts';
import { formerSettingName } from './venue-sections.ts';

/** The settings that name a venue's credential files, such as `venues.kalshi.key_file`. */
export const credentialSettings = (
  { venues }: Config,
  schemas: readonly VenueSchema[] = VENUE_SCHEMAS,
): readonly {
  readonly id: string;
  readonly venue: string;
  readonly setting: string;
  readonly name: string;
}[] =>
  Object.entries(venues).flatMap(([id, { driver, name: venue }]) => {
    const settings = listSettings(schemas.find((schema) => schema.driver === driver)?.settings ?? {});
    return settings
      .filter(({ setting }) => setting.role === 'credential')
      .map(({ name: setting }) => ({ id, venue, setting, name: `venues.${id}.${setting}` }));
  });

interface Credential {
  readonly text: string;
  readonly isSealed: boolean;
}

/**
 * Reads a venue's credential file and decrypts it if it is sealed.
 *
 * @param name  the setting that the file was sealed for, such as `venues.kalshi.key_file`
 * @param path  the file: the value of the setting, or a local simulator's file in its place
 * Throws SecretFileError with the file's name, never with its content.
 */
export function readCredential(name: string, path: string, { secrets }: Pick<Config, 'secrets'>): Credential {
  const text = readSecretFile(path);
  if (!isSealed(text)) return { text, isSealed: false };
  try {
    return {
      text: openSealed(text, masterKey(secrets.masterKeyFile), findPurpose(text, name)),
      isSealed: true,
    };
  } catch (error) {
    if (!(error instanceof SealError) && !(error instanceof SecretFileError)) throw error;
    throw new SecretFileError(`${path}: ${error.message}`);
  }
}

/** Files sealed by earlier versions are bound to the previous name of the section. */
function findPurpose(sealed: string, name: string): string {
  const former = formerSettingName(name);
  return former !== null && sealed.includes(`"purpose":"${former}"`) ? former : name;
}

const VARIABLE = 'CROSSBOOK_MASTER_KEY';
const LENGTH_MIN = 16;

let taken: string | null = null;

/**
 * Removes the master key from the environment, so that no child process inherits it and no diagnostic report
 * contains it. `main.ts` calls this first.
 */
export function takeMasterKey(): void {
  taken = process.env[VARIABLE] || taken;
  delete process.env[VARIABLE];
}

/** True when a master key is configured, by its file or in the environment. */
export const hasMasterKey = (file: string): boolean => file !== '' || taken !== null;

/**
 * The key that decrypts sealed secrets, from the file in `secrets.master_key_file` or else from the
 * environment. Throws SecretFileError when there is none, or when it is short enough to guess.
 */
export function masterKey(file: string): string {
  const key = file === '' ? taken : readSecretFile(file);
  if (key === null)
    throw new SecretFileError(
      `no master key: set secrets.master_key_file, or ${VARIABLE} in the environment`,
    );
  if (key.length < LENGTH_MIN)
    throw new SecretFileError(`the master key has fewer than ${LENGTH_MIN} characters`);
  return key;
}
