import { existsSync } from 'node:fs';
import {
  ACCOUNT_PERMISSIONS,
  type AccountId,
  type ApiKey,
  type KeyId,
  type Rejection,
  type Result,
  type SubaccountId,
} from '#contract';
import type { AccountAdmin } from '#orders';
import { refusedFailure } from './cli-failure.ts';
import {
  derivePublicKey,
  type KeyFile,
  listAddresses,
  newKeyPair,
  readKeyFile,
  replaceKeyFile,
} from './key-file.ts';

export const SANDBOX_ACCOUNT = 'acc_1' as AccountId;
const SUBACCOUNTS = [
  { subaccountId: 'sa_1' as SubaccountId, name: 'Desk one' },
  { subaccountId: 'sa_2' as SubaccountId, name: 'Desk two' },
];

/**
 * Creates the sandbox account and its key file unless they exist: account `acc_1` with two subaccounts,
 * and a key with all permissions at `path`. An existing key file is kept; its key is registered again if
 * the store does not know it, as after the data folder was deleted. `baseUrl` replaces its addresses unless
 * it is one of them.
 *
 * @returns the key, which the operator may have revoked
 */
export async function ensureSandbox(operating: AccountAdmin, path: string, baseUrl: string): Promise<ApiKey> {
  const file = existsSync(path) ? readKeyFile(path) : null;
  const known = file === null ? undefined : operating.keys().find(({ keyId }) => keyId === file.key_id);
  const key = known ?? (await registerKey(operating, path, baseUrl, file));
  if (file !== null && !listAddresses(file.base_url).includes(baseUrl))
    replaceKeyFile(path, { ...file, base_url: baseUrl });
  return key;
}

async function registerKey(
  operating: AccountAdmin,
  path: string,
  baseUrl: string,
  file: KeyFile | null,
): Promise<ApiKey> {
  await ensureAccount(operating);
  const pair =
    file === null
      ? newKeyPair()
      : { privateKey: file.private_key, publicKey: derivePublicKey(file.private_key) };
  const made = await operating.createKey({
    ...(file === null ? {} : { keyId: file.key_id as KeyId }),
    accountId: SANDBOX_ACCOUNT,
    publicKey: pair.publicKey,
    permissions: ACCOUNT_PERMISSIONS,
    subaccounts: '*',
    expiresAt: null,
  });
  const key = requireOk(made);
  if (file === null) {
    const subaccounts = SUBACCOUNTS.map(({ subaccountId }) => subaccountId);
    replaceKeyFile(path, {
      base_url: baseUrl,
      key_id: key.keyId,
      private_key: pair.privateKey,
      subaccounts,
    });
  }
  return key;
}

async function ensureAccount(operating: AccountAdmin): Promise<void> {
  if (!operating.accounts().includes(SANDBOX_ACCOUNT))
    requireOk(await operating.createAccount(SANDBOX_ACCOUNT));
  for (const subaccount of SUBACCOUNTS) {
    // Rejected if it exists, as after an interrupted start.
    await operating.createSubaccount({ accountId: SANDBOX_ACCOUNT, ...subaccount });
  }
}

function requireOk<Value>(result: Result<Value, Rejection>): Value {
  if (!result.ok) throw refusedFailure(result.error);
  return result.value;
}
