import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config';
import { writePrivately } from '#platform';
import type { ClusterAdmin } from './types.ts';

const URL_FILE = 'journal-url';

/** Loaded only with a journal in PostgreSQL. */
const load = () => import('#storage/postgres');

/** Keeps the URL of the journal in the data folder, without its password, for commands that are given only the folder. */
export function noteJournalUrl({ dataDir, journal }: Config): void {
  const url = new URL(journal.url);
  url.password = '';
  writePrivately(join(dataDir, URL_FILE), url.href);
}

/** The state of the cluster, and the request to its owner to resign. */
export const clusterAdmin: ClusterAdmin = {
  findJournalUrl: ({ dataDir, journal }) => {
    if (journal.url !== '') return journal.url;
    try {
      return readFileSync(join(dataDir, URL_FILE), 'utf8').trim();
    } catch {
      return null;
    }
  },
  status: async (url) => (await load()).readClusterStatus(url),
  resign: async (url) => (await load()).requestResignation(url),
};
