import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from './config.ts';
import { findProxy, findUsedProxies, type ProxyVariables } from './outgoing-proxy.ts';

const BOTH: ProxyVariables = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://tunnel:2' };

test('plain and encrypted targets have separate proxies, in lower case before upper case', () => {
  const table: readonly [string, ProxyVariables, string | null][] = [
    ['https://venue.test', BOTH, 'http://tunnel:2'],
    ['wss://venue.test/ws', BOTH, 'http://tunnel:2'],
    ['http://venue.test', BOTH, 'http://plain:1'],
    ['ws://venue.test', BOTH, 'http://plain:1'],
    ['https://venue.test', { ...BOTH, https_proxy: 'http://lower:3' }, 'http://lower:3'],
    ['https://venue.test', { https_proxy: '', HTTPS_PROXY: 'http://tunnel:2' }, 'http://tunnel:2'],
    ['https://venue.test', { HTTPS_PROXY: 'tunnel.example:3128' }, 'http://tunnel.example:3128'],
    ['https://venue.test', { HTTPS_PROXY: 'https://tunnel.example' }, 'https://tunnel.example'],
    ['https://venue.test', { HTTP_PROXY: 'http://plain:1' }, null],
    ['https://venue.test', {}, null],
  ];
  for (const [target, variables, origin] of table)
    assert.equal(findProxy(target, variables)?.origin ?? null, origin, target);
});

test('a target on this machine is reached directly', () => {
  for (const target of ['http://localhost:1', 'https://127.0.0.1', 'ws://127.9.9.9:80', 'wss://[::1]:443'])
    assert.equal(findProxy(target, BOTH), null, target);
});

test('NO_PROXY names hosts with the hosts below them, single ports, addresses, or every host', () => {
  const table: readonly [target: string, list: string, isDirect: boolean][] = [
    ['https://venue.test', 'venue.test', true],
    ['https://venue.test', 'other.test, VENUE.test.', true],
    ['https://api.venue.test', 'venue.test', true],
    ['https://api.venue.test', '.venue.test', true],
    ['https://api.venue.test', '*.venue.test', true],
    ['https://notvenue.test', 'venue.test', false],
    ['https://venue.test', 'venue.test:443', true],
    ['http://venue.test', 'venue.test:443', false],
    ['https://venue.test:8443', 'venue.test:8443', true],
    ['https://venue.test', '*', true],
    ['https://10.0.0.7', '10.0.0.7', true],
    ['https://10.0.0.7', '10.0.0.70', false],
    ['https://[2001:db8::7]', '2001:db8::7', true],
    ['https://[2001:db8::7]:8443', '[2001:db8::7]:8443', true],
    ['https://[2001:db8::7]', '[2001:db8::7]:8443', false],
    ['https://venue.test', ' , ,', false],
  ];
  for (const [target, list, isDirect] of table) {
    assert.equal(findProxy(target, { ...BOTH, NO_PROXY: list }) === null, isDirect, `${target} ${list}`);
    assert.equal(findProxy(target, { ...BOTH, no_proxy: list }) === null, isDirect, `${target} ${list}`);
  }
});

test('what is not an HTTP proxy is refused by the name of its variable, without its value', () => {
  for (const value of ['socks5://user:hidden@proxy:1080', 'http://', 'user:hidden@ proxy'])
    assert.throws(
      () => findProxy('https://venue.test', { HTTPS_PROXY: value }),
      ({ message }: Error) => message.startsWith('HTTPS_PROXY is not') && !message.includes('hidden'),
    );
});

test('the proxies in use are listed with their hosts, without the password, for enabled venues only', () => {
  const variables = {
    HTTPS_PROXY: 'http://user:hidden@proxy.example:3128',
    NO_PROXY: 'external-api.kalshi.com',
  };
  const { venues } = DEFAULT_CONFIG;
  assert.deepEqual(findUsedProxies({ venues }, variables), []);
  const live = { ...venues, kalshi: { ...venues.kalshi, enabled: true } };
  assert.deepEqual(findUsedProxies({ venues: live }, variables), [
    { proxy: 'http://proxy.example:3128', hosts: ['external-api-ws.kalshi.com'] },
  ]);
  assert.deepEqual(findUsedProxies({ venues: live }, {}), []);
});
