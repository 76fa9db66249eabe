/** Sentences about the keys of a wallet, for refusals and the health report. */

export const describeRefusedKey = (address: string): string =>
  `the venue does not accept the session key ${address}: it has expired or was revoked, its scope is neither CLOB nor ALL, or \`funder\` is not its wallet. ${NEXT}`;

/** @param why  the answer of the venue */
export const describeRefusedCredentials = (address: string, why: string): string =>
  `the API credentials of the key ${address} were rejected: ${why}. Correct \`credentials_file\`, or leave it empty: they are then derived from the key`;

const NEXT = 'Let the owner authorize another key and change to it (docs/operations.md)';

export const describeExpiredKey = (address: string): string =>
  `the session key ${address} has expired on the day of session_key_expires. ${NEXT}`;

export const describeBlindness = (address: string): string =>
  `the session key ${address} has expired, and the venue does not state whether it still shows the orders of such a key`;

export const describeDaysLeft = (address: string, days: number): string =>
  `the session key ${address} expires in ${days} days. ${NEXT}`;

/** @param sessionKey  its address; null: the owner's key */
export const describeMissingKey = (sessionKey: string | null): string =>
  describeUnread(sessionKey, 'it is not configured');

export function describeUnread(sessionKey: string | null, why: string): string {
  const key = sessionKey === null ? "the owner's key" : `the former session key ${sessionKey}`;
  const setting =
    sessionKey === null
      ? 'private_key_file or signer_address'
      : 'former_session_key_file or former_session_signer_address';
  return `orders of ${key} cannot be read, because ${why}. Set ${setting} until they have ended; none of them is taken to be absent`;
}
