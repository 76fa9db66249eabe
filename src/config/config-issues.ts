/** A setting that cannot be used: its location, its name and the problem. */
export interface ConfigIssue {
  readonly source: string; // a file as the operator named it, or an environment variable
  readonly line: number | null;
  readonly field: string | null;
  readonly reason: string;
}

/** One setting as the operator wrote it. */
export interface Assignment {
  readonly source: string;
  readonly line: number | null;
  readonly name: string; // as written: `venues.Kalshi.enabled`
  readonly value: unknown;
}

/**
 * The line (1-based) of a setting in a file, for error messages, because the parser returns no positions.
 * Falls back to the nearest enclosing table, for example for a key of an inline table; null if that is not
 * found either.
 */
export function findLine(text: string, path: readonly string[]): number | null {
  let table: readonly string[] = [];
  let best: { readonly line: number; readonly depth: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
    const key = /^\s*([^\s#=[][^#=]*?)\s*=/.exec(line)?.[1];
    if (header !== undefined) table = splitKeys(header);
    const here = header !== undefined ? table : key !== undefined ? [...table, ...splitKeys(key)] : [];
    if (here.length > (best?.depth ?? 0) && startsWith(path, here)) {
      best = { line: index + 1, depth: here.length };
    }
  }
  return best?.line ?? null;
}

/** `venues . "one".name` → its three keys. */
function splitKeys(dotted: string): readonly string[] {
  const keys = dotted.match(/"[^"]*"|'[^']*'|[^.\s]+/g) ?? [];
  return keys.map((key) => key.replace(/^["']|["']$/g, ''));
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((key, index) => key === path[index]);
