import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METRICS } from './metric-definitions.ts';
import { createMetrics } from './prometheus-metrics.ts';

test('counters, gauges and histograms appear under their names with labels and help', async () => {
  const metrics = createMetrics();
  metrics.count('order_refusals_total', { code: 'max_order_qty' });
  metrics.count('order_refusals_total', { code: 'max_order_qty' });
  metrics.gauge('ws_clients', 3, { stream: 'positions' });
  metrics.observe('journal_batch_size', 5);
  const text = await metrics.text();
  assert.match(text, /^crossbook_order_refusals_total\{code="max_order_qty"\} 2$/m);
  assert.match(text, /^crossbook_ws_clients\{stream="positions"\} 3$/m);
  assert.match(text, /^crossbook_journal_batch_size_bucket\{le="8"\} 1$/m);
  assert.match(text, /^# HELP crossbook_journal_batch_size Rows written by one disk sync\.$/m);
});

test('a scrape explains every metric, also before its first measurement', async () => {
  const lines = (await createMetrics().text()).split('\n');
  for (const [name, { kind, help }] of Object.entries(METRICS)) {
    const shown = kind === 'counter' ? `${name.replace(/_total$/, '')}_total` : name;
    assert.ok(lines.includes(`# HELP crossbook_${shown} ${help}`), name);
  }
});

test('a metric without a description is registered at its first use', async () => {
  const metrics = createMetrics();
  metrics.observe('new_thing_ms', 3, { part: 'a' });
  metrics.observe('new_thing_ms', 5, { part: 'b', other: 'left out' });
  assert.match(await metrics.text(), /^crossbook_new_thing_ms_sum\{part="b"\} 5$/m);
});

test('a missing label is empty, and an unknown label is left out', async () => {
  const metrics = createMetrics();
  metrics.count('order_refusals_total', { reason: 'x' });
  assert.match(await metrics.text(), /^crossbook_order_refusals_total\{code=""\} 1$/m);
});

test('a measurement that does not fit its metric is dropped and counted, and nothing is thrown', async () => {
  const metrics = createMetrics();
  metrics.observe('order_refusals_total', 1, { code: 'x' }); // a counter
  metrics.gauge('ws_clients', Number.NaN, { stream: 'x' });
  const text = await metrics.text();
  assert.match(text, /^crossbook_metrics_dropped_total\{name="order_refusals_total"\} 1$/m);
  assert.match(text, /^crossbook_metrics_dropped_total\{name="ws_clients"\} 1$/m);
});

test('a gauge has its latest value, also a lower one, and each label its own', async () => {
  const metrics = createMetrics();
  for (const value of [5, 3]) metrics.gauge('ws_clients', value, { stream: 'orders' });
  metrics.gauge('ws_clients', 7, { stream: 'fills' });
  metrics.gauge('orders_in_doubt', 2);
  metrics.gauge('orders_in_doubt', 0);
  const text = await metrics.text();
  assert.match(text, /^crossbook_ws_clients\{stream="orders"\} 3$/m);
  assert.match(text, /^crossbook_ws_clients\{stream="fills"\} 7$/m);
  assert.match(text, /^crossbook_orders_in_doubt 0$/m);
});

test('labels whose values read alike when joined are counted apart', async () => {
  const metrics = createMetrics();
  for (const [a, b] of [
    ['x', 'yz'],
    ['xy', 'z'],
    ['xyz', ''],
  ])
    metrics.count('pairs', { a: a ?? '', b: b ?? '' });
  assert.deepEqual((await metrics.text()).match(/^crossbook_pairs_total\{.*$/gm), [
    'crossbook_pairs_total{a="x",b="yz"} 1',
    'crossbook_pairs_total{a="xy",b="z"} 1',
    'crossbook_pairs_total{a="xyz",b=""} 1',
  ]);
});

test('at most a hundred names without a description are registered', async () => {
  const metrics = createMetrics();
  for (let at = 0; at < 101; at += 1) metrics.count(`unknown_${at}`);
  const text = await metrics.text();
  assert.match(text, /^crossbook_unknown_99_total 1$/m);
  assert.doesNotMatch(text, /^crossbook_unknown_100/m);
  assert.match(text, /^crossbook_metrics_dropped_total\{name="unknown_100"\} 1$/m);
});

test('a label with endless values stops growing at its cap', async () => {
  const metrics = createMetrics();
  for (let i = 0; i < 2_010; i++) metrics.count('order_refusals_total', { code: `rule ${i}` });
  assert.match(await metrics.text(), /^crossbook_metrics_dropped_total\{name="order_refusals_total"\} 10$/m);
});

test('the process itself is measured too', async () => {
  const text = await createMetrics().text();
  assert.match(text, /^crossbook_process_resident_memory_bytes \d+$/m);
  assert.match(text, /^crossbook_nodejs_heap_size_used_bytes \d+$/m);
});
