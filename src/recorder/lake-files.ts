import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LAKE_TABLES, type LakeTable } from '#domain';

const HOUR_US = 3_600_000_000;
const PARTITION = /^(\w+)\/venue=([^/]+)\/date=(\d{4}-\d{2}-\d{2})\/hour=(\d{2})\/part-(\d+)\.parquet$/;
const SPOOL = /^(\d{4}-\d{2}-\d{2})T(\d{2})-(\d+)\.ndjson$/;

/** The folder of the lake's format. A later format gets another folder. */
export const lakeFolder = (root: string): string => join(root, 'v1');

export const spoolFolder = (root: string): string => join(lakeFolder(root), 'spool');

/** One hour of UTC and the number of the part within it: milliseconds from the start of the hour. */
export interface PartName {
  readonly date: string; // 2026-07-01
  readonly hour: string; // 00 to 23
  readonly number: number;
}

/** The hour of a time, so that a part never contains two hours. */
export const toHour = (atUs: number): number => Math.floor(atUs / HOUR_US);

export function toPartName(atUs: number): PartName {
  const [date = '', time = ''] = new Date(Math.floor(atUs / 1_000)).toISOString().split('T');
  return { date, hour: time.slice(0, 2), number: Math.floor((atUs % HOUR_US) / 1_000) };
}

export const spoolName = ({ date, hour, number }: PartName): string => `${date}T${hour}-${number}.ndjson`;

/** Null for any other file. */
export function parseSpoolName(name: string): PartName | null {
  const [, date = '', hour = '', number = ''] = SPOOL.exec(name) ?? [];
  return date === '' ? null : { date, hour, number: Number(number) };
}

export function partPath(root: string, table: LakeTable, venue: string, part: PartName): string {
  const { date, hour, number } = part;
  const folder = join(table, `venue=${encodeURIComponent(venue)}`, `date=${date}`, `hour=${hour}`);
  return join(lakeFolder(root), folder, `part-${number}.parquet`);
}

/** A file of the lake. */
export interface LakeFile {
  readonly path: string;
  readonly table: LakeTable | 'spool';
  readonly venue: string; // empty: a spool
  readonly part: PartName;
  readonly bytes: number;
}

/** All parts and spools, oldest first. A file that is removed meanwhile is left out. */
export function listLakeFiles(root: string): readonly LakeFile[] {
  const folder = lakeFolder(root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const files = names.flatMap((name): LakeFile[] => {
    const path = join(folder, name);
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) return [];
    const spool = name.startsWith('spool/') ? parseSpoolName(name.slice('spool/'.length)) : null;
    if (spool !== null) return [{ path, table: 'spool', venue: '', part: spool, bytes }];
    const [, table = '', venue = '', date = '', hour = '', number = ''] = PARTITION.exec(name) ?? [];
    const known = LAKE_TABLES.find((each) => each === table);
    if (known === undefined) return [];
    const part = { date, hour, number: Number(number) };
    return [{ path, table: known, venue: decodeURIComponent(venue), part, bytes }];
  });
  return files.toSorted((a, b) => compareParts(a.part, b.part));
}

/** Removes what a crash during the encoding left. Only the process that records into the lake may call it. */
export function removeUnfinished(root: string): void {
  if (!existsSync(lakeFolder(root))) return;
  for (const name of readdirSync(lakeFolder(root), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.tmp')) rmSync(join(lakeFolder(root), name), { force: true });
  }
}

export const compareParts = (a: PartName, b: PartName): number =>
  hourOf(a) === hourOf(b) ? a.number - b.number : hourOf(a) < hourOf(b) ? -1 : 1;

export const hourOf = ({ date, hour }: PartName): string => `${date}T${hour}`;

/** Names of the spools in the folder, oldest first. */
export function listSpools(root: string): readonly string[] {
  if (!existsSync(spoolFolder(root))) return [];
  const names = readdirSync(spoolFolder(root)).flatMap((name) => parseSpoolName(name) ?? []);
  return names.toSorted(compareParts).map(spoolName);
}

/** Makes a file, or the names in a folder, survive a loss of power. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
