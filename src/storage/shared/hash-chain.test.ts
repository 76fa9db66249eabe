import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chainHash, functions, GENESIS_HASH } from './hash-chain.ts';

const ENTRY = { seq: 1, epoch: 1, at: 1_782_907_200_001, cause: 'submit', actor: 'key_1', events: '[]' };

test('I-32: the hash formula of an entry never changes, so old ledgers stay verifiable', () => {
  // printf '\n[1,1,1782907200001,"submit","key_1"]\n[]' | sha256sum
  const first = '7115ff8fee6d588996eec29d62f5364df7c10a917e4bc0cda07146164e026de0';
  assert.equal(chainHash(GENESIS_HASH, ENTRY), first);
  assert.notEqual(chainHash(first, ENTRY), first);
});

test('the writer’s SQL computes the same hash and requires a previous entry', () => {
  const { seq, epoch, at, cause, actor, events } = ENTRY;
  const hash = functions['chain_hash']?.('ab', seq, epoch, at, cause, actor, events);
  assert.equal(hash, chainHash('ab', ENTRY));
  assert.throws(
    () => functions['chain_hash']?.(null, seq, epoch, at, cause, actor, events),
    /entry 1 has no previous entry, or a newer writer has taken over/,
  );
});
