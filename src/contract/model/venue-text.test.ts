import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanVenueAnswer, cleanVenueText, VENUE_CODE_MAX, VENUE_MESSAGE_MAX } from './venue-text.ts';

test('text of a venue becomes one line without invisible characters', () => {
  assert.equal(cleanVenueText(' not\tenough\r\n balance ', 100), 'not enough balance');
  assert.equal(cleanVenueText('a\u202eb\u2066c\u200bd\ufeffe\u0007f', 100), 'abcde f');
  assert.equal(cleanVenueText('saldo insuficiente: 4 €', 100), 'saldo insuficiente: 4 €');
});

test('a text with nothing to read is null', () => {
  for (const text of [null, undefined, '', ' \n ', '\u202e\u200b'])
    assert.equal(cleanVenueText(text, 10), null);
  assert.deepEqual(cleanVenueAnswer({}), { venueCode: null, venueMessage: null });
});

test('a long text is cut between characters', () => {
  assert.equal(cleanVenueText('😀'.repeat(10), 3), '😀😀😀');
});

test('whatever a venue sends, the result is short, of one line, and stays the same when cleaned again', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 3_000 });
  fc.assert(
    fc.property(anyText, anyText, (venueCode, venueMessage) => {
      const words = cleanVenueAnswer({ venueCode, venueMessage });
      assert.ok(Array.from(words.venueCode ?? '').length <= VENUE_CODE_MAX);
      assert.ok(Array.from(words.venueMessage ?? '').length <= VENUE_MESSAGE_MAX);
      assert.doesNotMatch(words.venueMessage ?? '', /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      assert.deepEqual(cleanVenueAnswer(words), words);
    }),
  );
});
