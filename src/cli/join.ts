import type { Parts } from './parts.ts';

/**
 * The real parts, loaded when a command first needs them: `--help` and `sign` start without the
 * engine. This is the only place where the command line meets `app.ts`.
 */
export async function loadParts(): Promise<Parts> {
  const path = new URL('../app.ts', import.meta.url).href;
  return (await import(path)) as Parts;
}
