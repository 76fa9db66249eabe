import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from '../config/config.ts';
import type { CliContext } from './cli-context.ts';
import { readReplay } from './replay-options.ts';

const OPTIONS = { profile: 'replay', lake: 'lake', from: '2026-07-01T12:00:00Z', to: '2026-07-01T13:00:00Z' };

/** The port of a replay with this port in the settings file and in the environment. */
function portOf(port: number, fromEnvironment?: string): number | undefined {
  const env = fromEnvironment === undefined ? {} : { CROSSBOOK_PORT: fromEnvironment };
  const session = {
    config: { ...DEFAULT_CONFIG, port },
    terminal: { cwd: '/', env },
  } as unknown as CliContext;
  return readReplay(session, OPTIONS, false)?.session.config.port;
}

test('a replay has its own default port, so that it runs while the sandbox does', () => {
  assert.equal(portOf(DEFAULT_CONFIG.port), 8789);
});

test('a port of the settings file or of the environment is used by a replay too', () => {
  assert.equal(portOf(9000), 9000);
  assert.equal(portOf(DEFAULT_CONFIG.port, String(DEFAULT_CONFIG.port)), DEFAULT_CONFIG.port);
});
