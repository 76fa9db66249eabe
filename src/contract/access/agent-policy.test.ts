import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from './access.ts';
import { AGENT_DAYS_MAX, findAgentKeyIssue } from './agent-policy.ts';

const NOW = 1_782_907_200_000;
const LATEST = NOW + 30 * 24 * 3_600_000;

test('the key of an agent has only permissions that affect its account', () => {
  for (const permission of PERMISSIONS) {
    const issue = findAgentKeyIssue({ permissions: ['read', permission], expiresAt: LATEST }, NOW);
    const isForbidden = permission === 'review' || permission === 'alerts';
    assert.equal(issue?.field, isForbidden ? 'permissions' : undefined, permission);
  }
});

test('the key of an agent expires within 30 days', () => {
  assert.equal(AGENT_DAYS_MAX, 30);
  const cases: readonly [number | null, boolean][] = [
    [null, false],
    [LATEST + 1, false],
    [LATEST, true],
    [NOW + 1, true],
  ];
  for (const [expiresAt, isValid] of cases) {
    const issue = findAgentKeyIssue({ permissions: ['read'], expiresAt }, NOW);
    assert.equal(issue?.field, isValid ? undefined : 'expires_at', String(expiresAt));
  }
});
