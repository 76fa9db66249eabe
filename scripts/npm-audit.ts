// Queries the npm registry for known vulnerabilities of the lock file's packages. Part of `npm run check`.
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

/** Exits with 1 for a high or critical finding. If the registry is unavailable, it reports that and exits with 0. */
function main(): number {
  const audit = spawnSync('npm', ['audit', '--json', '--audit'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: WAIT_MS,
    shell: process.platform === 'win32',
  });
  const findings = findingsIn(audit.stdout);
  if (findings === null) {
    console.log('skipped: the npm registry is unreachable or does not support audits');
    return 0;
  }
  for (const { name, severity, range } of findings) console.log(`${severity}: ${name} ${range}`);
  if (findings.length === 0) console.log('no known vulnerabilities in the packages of the lock file');
  return findings.some(({ severity }) => STOPPING.has(severity)) ? 1 : 0;
}

/** Null without a readable report: offline, no npm, or a registry without audits. */
function findingsIn(text: string | null): readonly Finding[] | null {
  try {
    const { vulnerabilities } = JSON.parse(text ?? '') as Report;
    return vulnerabilities === undefined ? null : Object.values(vulnerabilities);
  } catch {
    return null;
  }
}

process.exitCode = main();
