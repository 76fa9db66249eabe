import { writeFileSync } from 'node:fs';

/**
 * Keeps the process's memory, which holds venue keys, out of files: a core dump on Linux then has no memory in
 * it, and a diagnostic report no environment. Where the system has no such switch, `ulimit -c 0` is the
 * operator's to set (docs/operations.md).
 */
export function disableCoreDumps(): void {
  if (process.report !== undefined) process.report.excludeEnv = true;
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A container may show it read-only. Nothing else can be done from inside.
  }
}
