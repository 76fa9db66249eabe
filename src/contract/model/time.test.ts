import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeTimeIssue,
  INPUT_TIME_MAX,
  parseInputTime,
  parseTime,
  renderTime,
  type TimestampMs,
} from './time.ts';

const AT = Date.parse('2026-07-01T12:00:00.123Z');
const YEAR_10000 = 253_402_300_800_000;

describe('parseInputTime', () => {
  test('accepts seconds, milliseconds and RFC 3339', () => {
    assert.equal(parseInputTime(AT), AT);
    assert.equal(parseInputTime(String(AT)), AT);
    assert.equal(parseInputTime(Math.floor(AT / 1000)), AT - 123);
    assert.equal(parseInputTime('2026-07-01T14:00:00.123+02:00'), AT);
    assert.equal(parseInputTime(INPUT_TIME_MAX), INPUT_TIME_MAX);
    assert.equal(parseInputTime('2099-12-31T23:59:59.999Z'), INPUT_TIME_MAX);
  });

  test('refuses other units by name, as a number and as digits', () => {
    for (const [unit, factor] of [
      ['microseconds', 1e3],
      ['nanoseconds', 1e6],
    ] as const) {
      for (const input of [AT * factor, String(AT * factor), INPUT_TIME_MAX * factor]) {
        assert.equal(parseInputTime(input), null, JSON.stringify(input));
        assert.match(describeTimeIssue(input), new RegExp(`looks like ${unit}$`));
      }
    }
  });

  test('refuses a fraction by name, as a number and as text', () => {
    for (const input of [AT / 1000, AT + 0.5, '1782907200.123']) {
      assert.equal(parseInputTime(input), null, JSON.stringify(input));
      assert.match(describeTimeIssue(input), /without a fraction/);
    }
  });

  test('refuses times from the year 2100 on', () => {
    for (const input of [
      INPUT_TIME_MAX + 1,
      (INPUT_TIME_MAX + 1) / 1000,
      999_999_999_999,
      YEAR_10000,
      8_640_000_000_000_000,
      '2100-01-01T00:00:00Z',
      '2099-12-31T23:59:59-00:01',
      '9999-12-31T23:59:59Z',
    ]) {
      assert.equal(parseInputTime(input), null, JSON.stringify(input));
      assert.equal(describeTimeIssue(input), 'must be before the year 2100', JSON.stringify(input));
    }
  });

  test('refuses what is not a time', () => {
    for (const input of [-1, '-1', '', '2026-02-29T00:00:00Z', '2026-07-01', 'soon', true, {}, null]) {
      assert.equal(parseInputTime(input), null, JSON.stringify(input));
      assert.equal(
        describeTimeIssue(input),
        'must be a time: RFC 3339 or Unix milliseconds',
        JSON.stringify(input),
      );
    }
  });
});

test('no parsed time is after the year 9999', () => {
  assert.equal(parseTime(YEAR_10000 - 1), YEAR_10000 - 1);
  for (const input of [YEAR_10000, 999_999_999_999, '9999-12-31T23:59:59-00:01'])
    assert.equal(parseTime(input), null);
});

test('a stored time after the year 9999 is rendered as the last one that RFC 3339 can express', () => {
  assert.equal(renderTime(AT as TimestampMs), '2026-07-01T12:00:00.123Z');
  for (const at of [YEAR_10000, 8_640_000_000_000_000, 1_795_000_000_000_000_000])
    assert.equal(renderTime(at as TimestampMs), '9999-12-31T23:59:59.999Z');
});
