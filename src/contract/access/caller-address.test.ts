import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopback, toCallerAddress } from './access.ts';

test('all loopback addresses are one caller', () => {
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1']) {
    assert.ok(isLoopback(address), address);
    assert.equal(toCallerAddress(address), 'this machine');
  }
  for (const address of ['128.0.0.1', '10.127.0.1', '::2', '1::1', '::ffff:10.0.0.1', '']) {
    assert.ok(!isLoopback(address), address);
    assert.notEqual(toCallerAddress(address), 'this machine');
  }
});

test('each IPv4 address is a separate caller, also when mapped to IPv6', () => {
  assert.equal(toCallerAddress('192.0.2.7'), '192.0.2.7');
  assert.equal(toCallerAddress('::ffff:192.0.2.7'), '192.0.2.7');
  assert.notEqual(toCallerAddress('192.0.2.8'), toCallerAddress('192.0.2.7'));
});

test('all IPv6 addresses of a /64 are one caller', () => {
  const own = '2001:db8:0:7::/64';
  for (const address of [
    '2001:db8:0:7::1',
    '2001:db8:0:7:ffff:ffff:ffff:ffff',
    '2001:db8:0:7:1:2:3:4',
    '2001:db8:0:7::',
    '2001:db8::7:0:0:0:1',
  ])
    assert.equal(toCallerAddress(address), own, address);
  assert.equal(toCallerAddress('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(toCallerAddress('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(toCallerAddress('::2'), '0:0:0:0::/64');
});
