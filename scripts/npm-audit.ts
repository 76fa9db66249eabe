// Prints the known vulnerabilities of the lock file's packages, as the npm registry lists them. Part of `npm run check`.
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

/** Never fails: a finding of the day is not a fault of the change. */
function main(): void {
  const audit = spawnSync('npm', ['audit', '--json', '--audit'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: WAIT_MS,
    shell: process.platform === 'win32',
  });
  const findings = findingsIn(audit.stdout);
  if (findings === null) {
    console.log('skipped: the npm registry is unreachable or does not support audits');
    return;
  }
  for (const { name, severity, range } of findings) console.log(`${severity}: ${name} ${range}`);
  if (findings.length === 0) console.log('no known vulnerabilities in the packages of the lock file');
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

main();
