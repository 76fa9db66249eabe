import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, hasMasterKey, masterKey, readCredential, SecretFileError, sealText } from '#config';
import { errorMessage } from '#contract';
import { type SecretRedactor, writePrivately } from '#platform';
import type { Clock, Log, Timer } from '#ports';
import {
  type ChainHead,
  HEADS_FILE,
  type HeadKey,
  readSignedHeads,
  signHead,
  toHeadKey,
} from '#storage/shared';

const KEY_FILE = 'audit-head-key';
const PURPOSE = 'audit.head_key';
const SEED_BYTES = 32;

/** A ledger whose durable entries can be named by their hash. */
interface HeadSource {
  /** @param seq  default: the newest entry. Null when there is no such entry */
  head(seq?: number): Promise<ChainHead | null>;
}

export interface HeadExporterDeps {
  readonly config: Pick<Config, 'dataDir' | 'secrets' | 'audit'>;
  readonly ledger: HeadSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretRedactor;
}

/**
 * Signs the head of the journal every `audit.head_interval_ms` and at the stop, and appends it to `audit-heads.jsonl` and
 * to the log. The hash chain has no key, so a user who can write the ledger can rewrite all of it; copies of the
 * signed heads elsewhere, such as the collected log, show it.
 *
 * docs/decisions/journal-and-tables.md
 */
export class HeadExporter {
  readonly #deps: HeadExporterDeps;
  readonly #key: HeadKey;
  readonly #file: string;
  readonly #timer: Timer;
  #exportedSeq = 0;
  #last: Promise<void> = Promise.resolve();

  /** Refuses (SecretFileError) a key that cannot be opened. */
  constructor(deps: HeadExporterDeps) {
    this.#deps = deps;
    this.#key = loadHeadKey(deps);
    this.#file = join(deps.config.dataDir, HEADS_FILE);
    this.#timer = deps.clock.every(deps.config.audit.headIntervalMs, () => void this.export());
  }

  /** Reports a ledger that no longer has the newest exported entry: it was rewritten, truncated or exchanged. */
  async checkLedger(): Promise<void> {
    if (!existsSync(this.#file)) return;
    const lines = readFileSync(this.#file, 'utf8').trimEnd().split('\n');
    const { heads, problem } = readSignedHeads(lines, this.#key.publicKey);
    const newest = heads.at(-1);
    const found = newest === undefined ? null : await this.#deps.ledger.head(newest.seq);
    const why = problem ?? (found?.hash === newest?.hash ? null : `entry ${newest?.seq} has another hash`);
    if (why !== null)
      this.#deps.log.error('the journal differs from its signed heads: run crossbook audit verify --heads', {
        why,
      });
  }

  /** Appends the head unless it is exported already. Resolves when it is on disk; a failure is logged. */
  export(): Promise<void> {
    this.#last = this.#last.then(() => this.#append());
    return this.#last;
  }

  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.export();
  }

  async #append(): Promise<void> {
    const { ledger, clock, log } = this.#deps;
    try {
      const head = await ledger.head();
      if (head === null || head.seq === this.#exportedSeq) return;
      const line = signHead(head, clock.now(), this.#key);
      await appendFile(this.#file, `${line}\n`, { mode: 0o600, flush: true });
      this.#exportedSeq = head.seq;
      log.info('journal head', { head: line });
    } catch (error) {
      log.error('the head of the journal could not be exported', { why: errorMessage(error) });
    }
  }
}

/** The key in the data folder, made at the first start. It is sealed as soon as there is a master key. */
function loadHeadKey({ config, secrets }: HeadExporterDeps): HeadKey {
  const path = join(config.dataDir, 'secrets', KEY_FILE);
  const stored = existsSync(path) ? readCredential(PURPOSE, path, config) : null;
  const seed = stored?.text ?? randomBytes(SEED_BYTES).toString('base64');
  secrets.add(seed);
  const key = toHeadKey(seed);
  if (key === null) throw new SecretFileError(`${path}: is not a key of ${SEED_BYTES} bytes in base64`);
  const { masterKeyFile } = config.secrets;
  const isSealable = hasMasterKey(masterKeyFile) && stored?.isSealed !== true;
  if (isSealable) writePrivately(path, sealText(seed, masterKey(masterKeyFile), PURPOSE));
  else if (stored === null) writePrivately(path, seed);
  return key;
}
