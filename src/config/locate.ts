/**
 * The line (1-based) of a file where a setting stands, for error messages: the parser gives values
 * without positions. Falls back to the nearest enclosing table, as for a key of an inline table; null
 * when even that is not written out.
 */
export function lineOf(text: string, path: readonly string[]): number | null {
  let table: readonly string[] = [];
  let best: { readonly line: number; readonly depth: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line)?.[1];
    const key = /^\s*([^\s#=[][^#=]*?)\s*=/.exec(line)?.[1];
    if (header !== undefined) table = keysOf(header);
    const here = header !== undefined ? table : key !== undefined ? [...table, ...keysOf(key)] : [];
    if (here.length > (best?.depth ?? 0) && startsWith(path, here)) {
      best = { line: index + 1, depth: here.length };
    }
  }
  return best?.line ?? null;
}

/** `venues . "one".name` → its three keys. */
function keysOf(dotted: string): readonly string[] {
  const keys = dotted.match(/"[^"]*"|'[^']*'|[^.\s]+/g) ?? [];
  return keys.map((key) => key.replace(/^["']|["']$/g, ''));
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((key, index) => key === path[index]);
