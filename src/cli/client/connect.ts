import { Crossbook } from '../../../sdk/src/index.ts';
import { invalid } from '../failure.ts';
import { findCredentials, type KeyFile } from '../keyfile.ts';
import type { Session } from '../session.ts';
import { asking } from './apifailure.ts';
import { type Profile, readProfile } from './profiles.ts';

export interface ConnectOptions {
  readonly profile?: string;
  readonly live?: boolean;
  readonly keyFile?: string;
  readonly baseUrl?: string;
  readonly subaccount?: string;
}

/** A client for the service that the command speaks to, and what is known of it beforehand. */
export interface Connection {
  readonly client: Crossbook;
  readonly isLive: boolean; // the person said so, twice
  /** The subaccount to read or trade on. Fails when it must be named and was not. */
  subaccount(): Promise<string>;
}

/**
 * Connects with the sandbox key, or with the profile that is named. A live profile is used only when it is
 * named on this very command line, beside `--live`.
 */
export function connect(session: Session, options: ConnectOptions): Connection {
  const { terminal, config } = session;
  const profile = chosenProfile(session, options);
  const key = findCredentials({
    key: options.keyFile ?? profile?.keyFile,
    baseUrl: options.baseUrl ?? profile?.baseUrl,
    dataDir: config.dataDir,
    env: terminal.env,
    cwd: terminal.cwd,
  });
  const client = new Crossbook({ baseUrl: key.base_url, keyId: key.key_id, privateKey: key.private_key });
  const isLive = profile?.isLive === true;
  const named = options.subaccount ?? profile?.subaccount ?? terminal.env['CROSSBOOK_SUBACCOUNT'];
  return { client, isLive, subaccount: async () => named ?? onlySubaccount(client, key, isLive) };
}

/**
 * Lets a write go on. The service is asked for its own profile, since a key file or an address in the
 * environment can lead to a live one unseen.
 */
export async function allowWrite({ client, isLive }: Connection): Promise<void> {
  if (isLive) return;
  const { profile } = await asking(() => client.health());
  if (profile === 'live')
    throw invalid('this service is LIVE; name a profile that has live = true, and say --live.');
}

function chosenProfile({ terminal }: Session, options: ConnectOptions): Profile | null {
  const name = options.profile ?? terminal.env['CROSSBOOK_PROFILE'];
  const profile = name === undefined ? null : readProfile(name, terminal.env);
  if (profile?.isLive !== true) {
    if (options.live === true)
      throw invalid('--live needs --profile NAME of a profile that has live = true.');
    return profile;
  }
  if (options.profile === undefined || options.live !== true)
    throw invalid(`the profile ${profile.name} is LIVE; say --profile ${profile.name} --live.`);
  return profile;
}

/** In the sandbox the first of several will do; where funds are real it has to be named. */
async function onlySubaccount(client: Crossbook, key: KeyFile, isLive: boolean): Promise<string> {
  const granted =
    key.subaccounts === '*' ? (await asking(() => client.account.get())).subaccounts : key.subaccounts;
  const [first] = granted;
  if (first === undefined) throw invalid('this key has no subaccount; name one with --subaccount.');
  if (isLive && granted.length > 1) throw invalid(`say which with --subaccount: ${granted.join(', ')}.`);
  return first;
}
