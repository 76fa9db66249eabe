import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { OrderId } from '../contract/model/ids.ts';
import type { TracedRequest } from '../ports/telemetry.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { closedPort, httpAnswer, rawServer } from './raw-server.fixture.ts';

const ORDER: TracedRequest = {
  trace: { traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), isSampled: true },
  spanId: null,
  orderId: 'ord_7' as OrderId,
  steps: [
    { name: 'order', fromMs: 1_782_907_200_000.25, toMs: 1_782_907_200_008 },
    { name: 'admit', fromMs: 1_782_907_200_000.25, toMs: 1_782_907_200_001.5 },
  ],
};

function openExporter(t: TestContext, url: string) {
  const clock = new ManualClock();
  const lost = { count: 0 };
  const warnings: object[] = [];
  let ids = 0;
  const exporter = new OtlpExporter({
    url,
    version: '1.2.3',
    node: 'a',
    clock,
    random: { hex: (bytes: number) => String((ids += 1)).padStart(2 * bytes, '0') } as never,
    log: { info: () => {}, warn: (_, facts) => void warnings.push(facts ?? {}), error: () => {} },
    metrics: { count: () => void (lost.count += 1), observe: () => {}, gauge: () => {} },
  });
  t.after(() => exporter.stop());
  return { exporter, clock, lost, warnings };
}

test('orders go to the collector together, as spans under the span of the caller', async (t) => {
  const requests: string[] = [];
  const server = await rawServer((socket, text) => {
    requests.push(text);
    socket.write(httpAnswer(200, '{}'));
  });
  t.after(() => server.close());
  const { exporter, clock, lost } = openExporter(t, `${server.origin}/otlp/`);
  exporter.export(ORDER);
  exporter.export({ ...ORDER, trace: { ...ORDER.trace, parentId: null }, steps: ORDER.steps.slice(0, 1) });
  exporter.export({ ...ORDER, spanId: 'c'.repeat(16), orderId: null });
  clock.advance(1_000);
  const request = await until('the collector has the orders', () => requests[0] ?? null);
  assert.match(request, /^POST \/otlp\/v1\/traces HTTP\/1\.1\r\n/);
  assert.match(request, /content-type: application\/json/i);
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const spans = {
    traceId: 'a'.repeat(32),
    startTimeUnixNano: '1782907200000250000',
    endTimeUnixNano: '1782907200008000000',
  };
  const whole = { ...spans, kind: 2, name: 'order', attributes: [attribute('crossbook.order_id', 'ord_7')] };
  const admit = { ...spans, kind: 1, name: 'admit', endTimeUnixNano: '1782907200001500000' };
  assert.deepEqual(JSON.parse(request.slice(request.indexOf('\r\n\r\n'))), {
    resourceSpans: [
      {
        resource: {
          attributes: [
            attribute('service.name', 'crossbook'),
            attribute('service.version', '1.2.3'),
            attribute('service.instance.id', 'a'),
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'crossbook', version: '1.2.3' },
            spans: [
              { ...whole, spanId: '0000000000000001', parentSpanId: 'b'.repeat(16) },
              { ...admit, spanId: '0000000000000002', parentSpanId: '0000000000000001' },
              { ...whole, spanId: '0000000000000003' },
              { ...spans, kind: 2, name: 'order', spanId: 'c'.repeat(16), parentSpanId: 'b'.repeat(16) },
              { ...admit, spanId: '0000000000000004', parentSpanId: 'c'.repeat(16) },
            ],
          },
        ],
      },
    ],
  });
  await exporter.stop();
  assert.deepEqual([requests.length, lost.count], [1, 0]);
});

test('what the collector does not take is counted, never sent again, and logged once', async (t) => {
  const { exporter, clock, lost, warnings } = openExporter(t, `http://127.0.0.1:${await closedPort()}`);
  for (const losses of [1, 2]) {
    exporter.export(ORDER);
    clock.advance(1_000);
    await until('the attempt has failed', () => (lost.count === losses ? true : null));
  }
  assert.equal(warnings.length, 1);
  for (let count = 0; count < 5_003; count += 1) exporter.export(ORDER);
  assert.equal(lost.count, 5, 'memory is bounded while the collector is away');
});
