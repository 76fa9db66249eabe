import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BannedUse {
  readonly file: string;
  readonly line: number;
  readonly text: string; // the word or identifier found
  readonly instead: string;
}

interface BannedList {
  readonly prose: readonly (readonly [pattern: string, instead: string])[];
  readonly identifiers: readonly (readonly [part: string, instead: string])[];
  readonly allowedIdentifiers: readonly string[];
}

const LIST = JSON.parse(readFileSync(join(import.meta.dirname, 'banned.json'), 'utf8')) as BannedList;
const PROSE = LIST.prose.map(([pattern, instead]) => [new RegExp(pattern, 'gi'), instead] as const);
const PARTS = new Map(LIST.identifiers);
const ALLOWED = new RegExp(`(?<!\\w)(?:${LIST.allowedIdentifiers.join('|')})(?!\\w)`, 'g');
const TERMINAL_WORDS = new Set(['tape', 'ladder']);
const IN_TERMINAL = /^(?:(?:test\/)?terminal\/|scripts\/terminal-)/;

/** Banned words in the prose of one file, and banned parts in its identifiers and its name. */
export function findBanned(file: string, text: string): readonly BannedUse[] {
  const isCode = /\.(?:ts|tsx|mjs)$/.test(file);
  const lines = text.split('\n');
  const inProse = lines.flatMap((line, index) =>
    PROSE.flatMap(([pattern, instead]) =>
      [...line.matchAll(pattern)].map(([found]) => ({ file, line: index + 1, text: found, instead })),
    ),
  );
  const inNames = [file.replace(/.*\//, ''), ...(isCode ? lines : [])].flatMap((line, index) =>
    bannedIdentifiers(file, line).map(([found, instead]) => ({ file, line: index, text: found, instead })),
  );
  const unique = new Map(
    [...inProse, ...inNames].map((use) => [`${use.line}:${use.text.toLowerCase()}`, use]),
  );
  return [...unique.values()];
}

function bannedIdentifiers(file: string, line: string): readonly (readonly [string, string])[] {
  const names = line.replace(ALLOWED, '').match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.flatMap((name) =>
    name
      .split(/(?<=[a-z0-9])(?=[A-Z])|[_$]/)
      .map((part) => part.toLowerCase())
      .filter((part) => PARTS.has(part) && !(IN_TERMINAL.test(file) && TERMINAL_WORDS.has(part)))
      .map((part) => [name, PARTS.get(part) ?? ''] as const),
  );
}
