import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SeededRandom } from '../support/seeded-values.ts';
import { startServiceWithState, testHarmless } from './response-assertions.ts';

const setup = await startServiceWithState({
  'ws.max_connections_per_key': 1_000,
  'ws.frames_per_second_max': 10_000,
});
const { api, service } = setup;
const STREAMS = [
  'tradeprints',
  'positions',
  'orders',
  'fills',
  'balances',
  'operations',
  'complex-orders',
  'orderbooks?instrument_id=1001',
];
const CONNECTIONS = 60;
const FRAMES = 25; // on each connection, as long as it is open

/** Opens a stream and returns its raw socket: a WebSocket library could not send these frames. */
async function openStream(name: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  const key = randomBytes(16).toString('base64');
  const upgrade = `Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}`;
  socket.write(`GET ${api.socketTarget(`/v1/ws/${name}`)} HTTP/1.1\r\n${upgrade}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  assert.match(head.toString('latin1'), /^HTTP\/1\.1 101 /);
  return socket;
}

/** One frame by RFC 6455, with the given defects. */
function createFrame(dice: SeededRandom, payload: Buffer): Buffer {
  const isMasked = dice.happens(0.9);
  const flags = dice.happens(0.8) ? 0x80 : dice.below(16) << 4;
  const opcode = dice.happens(0.6) ? 1 : dice.below(16);
  const mask = Buffer.from([1, 2, 3, 4]);
  const body = isMasked ? Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))) : payload;
  return Buffer.concat([
    Buffer.from([flags | opcode]),
    encodeLength(dice, payload.length, isMasked),
    isMasked ? mask : EMPTY,
    body,
  ]);
}

/** The correct length, or a wrong one: too short, too long, or out of range. */
function encodeLength(dice: SeededRandom, length: number, isMasked: boolean): Buffer {
  const bit = isMasked ? 0x80 : 0;
  if (dice.happens(0.1))
    return Buffer.concat([Buffer.from([bit | 127]), Buffer.alloc(8, dice.pick([0, 1, 255]))]);
  if (dice.happens(0.1)) return Buffer.from([bit | 126, dice.below(256), dice.below(256)]);
  if (length < 126) return Buffer.from([bit | (dice.happens(0.9) ? length : dice.below(126))]);
  return Buffer.from([bit | 126, length >> 8, length & 255]);
}

function createPayload(dice: SeededRandom): Buffer {
  const text = dice.pick([
    '{"action":"subscribe","id":1,"instrument_ids":[1001,1002]}',
    '{"action":"subscribe","id":1,"subaccount_ids":["sa_1","sb_9"]}',
    '{"action":"unsubscribe","instrument_ids":"*"}',
    '{"action":"ping","id":{"a":[1e999]}}',
    '{"action":"__proto__","id":1}',
    `{"action":"ping","id":"${'x'.repeat(dice.below(300))}"}`,
    '['.repeat(dice.below(2_000)),
    '\u0000\ufeff\ud800',
  ]);
  const bytes = Buffer.from(text.slice(0, 60_000));
  if (dice.happens(0.5)) return bytes;
  const at = dice.below(Math.max(1, bytes.length));
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([dice.below(256)]), bytes.subarray(at + 1)]);
}

const EMPTY = Buffer.alloc(0);

testHarmless('invalid WebSocket frames close only their own connection', setup, async (dice) => {
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const socket = await openStream(dice.pick(STREAMS));
    const closed = new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));
    for (let left = FRAMES; left > 0 && !socket.destroyed; left -= 1) {
      socket.write(
        dice.happens(0.1) ? Buffer.from(randomBytesList(dice)) : createFrame(dice, createPayload(dice)),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.destroy();
    await closed;
  }
});

const randomBytesList = (dice: SeededRandom): number[] =>
  Array.from({ length: dice.between(1, 40) }, () => dice.below(256));
