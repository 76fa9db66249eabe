import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../contract/model/ids.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { getAddressScope } from './address-rules.ts';
import type { Webhook, WebhookDelivery, WebhookId } from './webhook.ts';
import { applyAttempt, parseWebhookUrl, replayDelivery } from './webhook-rules.ts';
import { signMessage, toWebhookSecret } from './webhook-signature.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const HOUR_MS = 3_600_000;
const at = (ms: number): TimestampMs => (NOON + ms) as TimestampMs;

const WEBHOOK: Webhook = {
  id: 'wh_5f1d3c0a9b7e2468' as WebhookId,
  accountId: 'acc_1' as AccountId,
  keyId: null,
  url: 'https://example.com/',
  events: ['fill.created'],
  subaccounts: '*',
  description: null,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  previousSecret: null,
  previousUntil: null,
  status: 'ACTIVE',
  disabledReason: null,
  failingSince: null,
  throughSeq: 0,
  sequence: 1,
  createdAt: at(0),
  updatedAt: at(0),
};
const DELIVERY: WebhookDelivery = {
  webhookId: WEBHOOK.id,
  sequence: 1,
  type: 'fill.created',
  body: '{}',
  status: 'PENDING',
  nextAt: at(0),
  attempts: [],
  attemptsBefore: 0,
  createdAt: at(0),
};
const attempt = (ms: number, httpStatus: number | null) => ({
  at: at(ms),
  durationMs: 0,
  httpStatus,
  error: null,
  response: null,
});

describe('getAddressScope', () => {
  const SCOPES = {
    public: ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '2001:200::1'],
    loopback: ['127.0.0.1', '127.255.0.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'],
    private: [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.0.1',
      '198.19.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001::1',
      '2001:db8::1',
      '3fff::1',
      '::ffff:a00:1',
    ],
  } as const;

  for (const [scope, addresses] of Object.entries(SCOPES))
    for (const address of addresses)
      test(`${address} is ${scope}`, () => assert.equal(getAddressScope(address), scope));

  test('a name and a malformed address have no scope', () => {
    for (const text of ['example.com', '1.2.3', '1.2.3.256', '1:2:3', '::1::', '1:2:3:4:5:6:7:8:9', 'g::'])
      assert.equal(getAddressScope(text), null, text);
  });
});

describe('parseWebhookUrl', () => {
  const toPolicy = (isPrivateAllowed: boolean, isLoopbackAllowed = true, ownPort = 8_787) => ({
    isPrivateAllowed,
    isLoopbackAllowed,
    ownPorts: () => new Set([ownPort]),
  });
  const isAccepted = (url: string, isPrivateAllowed = false): boolean =>
    'url' in parseWebhookUrl(url, toPolicy(isPrivateAllowed));

  test('this machine needs its own setting, in any spelling, and a port of the service is refused with it', () => {
    for (const host of [
      '127.0.0.1',
      'localhost',
      'a.localhost',
      '[::1]',
      '127.1',
      '2130706433',
      '[::ffff:7f00:1]',
    ])
      for (const scheme of ['http', 'https']) {
        const issue = (port: number, isLoopbackAllowed: boolean): string => {
          const parsed = parseWebhookUrl(`${scheme}://${host}:${port}/`, toPolicy(true, isLoopbackAllowed));
          return 'issue' in parsed ? parsed.issue : 'accepted';
        };
        assert.match(issue(9, false), /allow_loopback/, host);
        assert.equal(issue(9, true), 'accepted', host);
        assert.match(issue(8_787, true), /port of the service/, host);
      }
    assert.ok('issue' in parseWebhookUrl('http://localhost/', toPolicy(false, true, 80)));
  });

  test('https to a name or a public address, and http to this machine, are accepted without the fragment', () => {
    assert.deepEqual(parseWebhookUrl('https://example.com/a?b=c#d', toPolicy(false)), {
      url: 'https://example.com/a?b=c',
    });
    for (const url of [
      'https://8.8.8.8:8443/',
      'http://127.0.0.1:9/',
      'http://localhost/',
      'http://[::1]:9/',
    ])
      assert.ok(isAccepted(url), url);
  });

  test('private addresses in any spelling need the setting, and http never leaves this machine', () => {
    for (const url of ['https://10.0.0.1/', 'https://167772161/', 'https://0xa.1/', 'https://[fd00::1]/'])
      assert.deepEqual([isAccepted(url), isAccepted(url, true)], [false, true], url);
    for (const url of ['http://10.0.0.1/', 'http://example.com/']) assert.ok(!isAccepted(url, true), url);
  });

  test('user names, other schemes and long texts are refused', () => {
    for (const url of [
      'https://a@example.com/',
      'https://a:b@example.com/',
      'ws://example.com/',
      'x',
      `https://example.com/${'a'.repeat(2_048)}`,
    ])
      assert.ok(!isAccepted(url, true), url);
  });
});

describe('applyAttempt', () => {
  test('a message is tried eight times in about 32 hours and then fails', () => {
    let state = { webhook: WEBHOOK, delivery: DELIVERY };
    const gaps: number[] = [];
    let now = 0;
    while (state.delivery.nextAt !== null) {
      gaps.push(state.delivery.nextAt - NOON - now);
      now = state.delivery.nextAt - NOON;
      state = applyAttempt(state.webhook, state.delivery, attempt(now, 500));
    }
    assert.deepEqual(
      gaps.map((ms) => ms / 1_000),
      [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400],
    );
    assert.equal(state.delivery.status, 'FAILED');
    assert.equal(state.webhook.status, 'ACTIVE');
    const again = replayDelivery(state.delivery, at(now));
    assert.equal(applyAttempt(WEBHOOK, again, attempt(now, null)).delivery.nextAt, at(now + 5_000));
  });

  test('a success ends the delivery and the failure of the webhook', () => {
    const failing = { ...WEBHOOK, failingSince: at(-HOUR_MS) };
    const { webhook, delivery } = applyAttempt(failing, DELIVERY, attempt(0, 204));
    assert.deepEqual([webhook.failingSince, delivery.status, delivery.nextAt], [null, 'DELIVERED', null]);
  });

  test('410 disables at once; other failures do after five days', () => {
    const { webhook } = applyAttempt(WEBHOOK, DELIVERY, attempt(0, 410));
    assert.deepEqual([webhook.status, webhook.disabledReason], ['DISABLED', 'gone']);
    const failing = (hours: number): Webhook => ({ ...WEBHOOK, failingSince: at(-hours * HOUR_MS) });
    assert.equal(applyAttempt(failing(119), DELIVERY, attempt(0, 500)).webhook.status, 'ACTIVE');
    const after = applyAttempt(failing(120), DELIVERY, attempt(0, null)).webhook;
    assert.deepEqual([after.status, after.disabledReason], ['DISABLED', 'failing']);
  });
});

describe('signMessage', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  const time = 1_614_265_330_000 as TimestampMs;
  const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

  test('the signature is that of the vector of the specification', () => {
    assert.deepEqual(signMessage(WEBHOOK, { ...message, at: time }), {
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': SIGNATURE,
    });
  });

  test('the previous secret signs until its end', () => {
    const rotated = {
      secret: toWebhookSecret('ab'.repeat(32)),
      previousSecret: WEBHOOK.secret,
      previousUntil: (time + 1) as TimestampMs,
    };
    const sign = (now: TimestampMs): readonly string[] =>
      (signMessage(rotated, { ...message, at: now })['webhook-signature'] ?? '').split(' ');
    assert.equal(sign(time)[1], SIGNATURE);
    assert.equal(sign((time + 1) as TimestampMs).length, 1);
  });
});
