// Asks the registry whether a package of the lock file is known to be dangerous. Part of `npm run check`.
import { spawnSync } from 'node:child_process';
import { ROOT } from './steps.ts';

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, Finding>>;
}

interface Finding {
  readonly name: string;
  readonly severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  readonly range: string;
}

const WAIT_MS = 60_000;
const STOPPING: ReadonlySet<string> = new Set(['high', 'critical']);

/** Ends with 1 for a finding that is high or critical. Where nobody can be asked, it says so and stops nothing. */
function main(): number {
  const asked = spawnSync('npm', ['audit', '--json', '--audit'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: WAIT_MS,
    shell: process.platform === 'win32',
  });
  const findings = findingsIn(asked.stdout);
  if (findings === null) {
    console.log('not asked: the registry could not be reached, or does not answer audits');
    return 0;
  }
  for (const { name, severity, range } of findings) console.log(`${severity}: ${name} ${range}`);
  if (findings.length === 0) console.log('no package of the lock file is known to be dangerous');
  return findings.some(({ severity }) => STOPPING.has(severity)) ? 1 : 0;
}

/** Null when there is no report to read: offline, no npm, or a registry without audits. */
function findingsIn(text: string | null): readonly Finding[] | null {
  try {
    const { vulnerabilities } = JSON.parse(text ?? '') as Report;
    return vulnerabilities === undefined ? null : Object.values(vulnerabilities);
  } catch {
    return null;
  }
}

process.exitCode = main();
