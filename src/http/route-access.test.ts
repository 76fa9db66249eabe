import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { CALLER } from '../../test/support/http/http-records.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import type { ApiKey, Caller } from '../contract/access/access.ts';
import type { AgentPolicy } from '../contract/access/agent-policy.ts';
import { respond, route } from './route.ts';
import { checkRouteAccess } from './route-access.ts';
import { routes } from './routes/routes.ts';

const ALL: Caller['permissions'] = ['read', 'trade', 'risk', 'review', 'alerts'];
const caller: Caller = { ...CALLER, permissions: ALL };
const POLICY = {} as AgentPolicy; // whether there is one is enough
const withKey = (agent: AgentPolicy | null) => ({
  access: { key: (): ApiKey => ({ ...VECTOR_KEY, agent }) },
});
const UNSTATED = route({
  tag: 'Risk',
  path: '/v1/new',
  name: 'getNew',
  summary: 'A route that says nothing about agents',
  response: Type.Object({}),
  handle: () => respond({}),
});

describe('checkRouteAccess', () => {
  test('an agent key calls exactly the routes that say so, and a person each route that its permissions allow', () => {
    for (const each of [...routes, UNSTATED]) {
      const isRefused = checkRouteAccess(each, caller, withKey(POLICY))?.code === 'agent_policy';
      assert.equal(isRefused, each.agents !== true, each.name);
      assert.equal(checkRouteAccess(each, caller, withKey(null)), null, each.name);
    }
  });

  test('a refusal names the rule of the route, and `calls` where the route says nothing', () => {
    const rules = Object.fromEntries(
      [...routes, UNSTATED].flatMap((each) => {
        const rule = checkRouteAccess(each, caller, withKey(POLICY))?.details?.['rule'];
        return rule === undefined || rule === 'calls' ? [] : [[each.name, rule]];
      }),
    );
    assert.deepEqual(rules, {
      setLimits: 'limits',
      decideApproval: 'approvals',
      submitComplexOrder: 'complex_orders',
      previewComplexOrder: 'complex_orders',
      amendComplexOrder: 'complex_orders',
      resumeComplexOrder: 'complex_orders',
    });
    assert.equal(checkRouteAccess(UNSTATED, caller, withKey(POLICY))?.details?.['rule'], 'calls');
  });

  test('a missing permission is refused first', () => {
    const first = routes.find(({ name }) => name === 'setMakerProtection');
    assert.ok(first !== undefined);
    const refused = checkRouteAccess(first, { ...caller, permissions: ['read'] }, withKey(POLICY));
    assert.equal(refused?.code, 'forbidden');
  });
});
