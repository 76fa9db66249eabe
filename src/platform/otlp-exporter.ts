import type { Clock, Log, Metrics, Random, Timer, TracedRequest, TracedStep, TraceExporter } from '#ports';
import { HttpPool } from './http-client.ts';

const SEND_MS = 1_000;
const TIMEOUT_MS = 5_000;
const REQUESTS_PER_POST_MAX = 500;
const REQUESTS_WAITING_MAX = 5_000;
const ANSWER_BYTES_MAX = 1_024;
const SPAN_ID_BYTES = 8;
const SPAN_KIND = { internal: 1, server: 2 } as const; // of OTLP

export interface OtlpExporterOptions {
  readonly url: string; // of the collector; `/v1/traces` is added
  readonly version: string;
  readonly node: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Sends the traces of requests on orders to an OpenTelemetry collector, as OTLP over HTTP in JSON, once a second and never twice. What the
 * collector does not take is lost and counted.
 *
 * Source: https://opentelemetry.io/docs/specs/otlp/
 */
export class OtlpExporter implements TraceExporter {
  readonly #options: OtlpExporterOptions;
  readonly #pool: HttpPool;
  readonly #path: string;
  readonly #timer: Timer;
  #waiting: TracedRequest[] = [];
  #sending: Promise<void> | null = null;
  #isFailing = false;

  constructor(options: OtlpExporterOptions) {
    const { url, clock } = options;
    const { origin, pathname } = new URL(url);
    this.#options = options;
    this.#path = `${pathname.replace(/\/$/, '')}/v1/traces`;
    this.#pool = new HttpPool(origin, {
      connectionsMax: 1,
      bodyBytesMax: ANSWER_BYTES_MAX,
      isCut: true,
      clock,
    });
    this.#timer = clock.every(SEND_MS, () => void this.#send());
  }

  export(request: TracedRequest): void {
    if (this.#waiting.length < REQUESTS_WAITING_MAX) this.#waiting.push(request);
    else this.#countLost(1);
  }

  /** Sends what waits, once. */
  async stop(): Promise<void> {
    this.#timer.cancel();
    await this.#sending;
    await this.#send();
    await this.#pool.close();
  }

  #send(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    this.#sending ??= this.#post(this.#waiting.splice(0, REQUESTS_PER_POST_MAX)).finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #post(requests: readonly TracedRequest[]): Promise<void> {
    const result = await this.#pool.request({
      method: 'POST',
      path: this.#path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.#render(requests)),
      timeoutMs: TIMEOUT_MS,
    });
    const isTaken = result.kind === 'answer' && result.status >= 200 && result.status < 300;
    if (!isTaken) this.#countLost(requests.length);
    if (!isTaken && !this.#isFailing) {
      const why = result.kind === 'answer' ? `status ${result.status}` : result.why;
      this.#options.log.warn('the collector of traces does not take them', { why });
    }
    this.#isFailing = !isTaken;
  }

  #countLost(requests: number): void {
    for (let count = 0; count < requests; count += 1) this.#options.metrics.count('traces_lost_total');
  }

  #render(requests: readonly TracedRequest[]): object {
    const { version, node } = this.#options;
    const resource = { 'service.name': 'crossbook', 'service.version': version, 'service.instance.id': node };
    const spans = requests.flatMap((request) => this.#renderRequest(request));
    const scopeSpans = [{ scope: { name: 'crossbook', version }, spans }];
    return { resourceSpans: [{ resource: { attributes: renderAttributes(resource) }, scopeSpans }] };
  }

  #renderRequest({ trace, spanId, orderId, steps }: TracedRequest): readonly object[] {
    const [whole, ...parts] = steps;
    if (whole === undefined) return [];
    const { traceId, parentId } = trace;
    const rootId = spanId ?? this.#options.random.hex(SPAN_ID_BYTES);
    const root = {
      traceId,
      spanId: rootId,
      ...(parentId === null ? {} : { parentSpanId: parentId }),
      kind: SPAN_KIND.server,
      ...(orderId === null ? {} : { attributes: renderAttributes({ 'crossbook.order_id': orderId }) }),
      ...renderStep(whole),
    };
    const children = parts.map((step) => ({
      traceId,
      spanId: this.#options.random.hex(SPAN_ID_BYTES),
      parentSpanId: rootId,
      kind: SPAN_KIND.internal,
      ...renderStep(step),
    }));
    return [root, ...children];
  }
}

const renderStep = ({ name, fromMs, toMs }: TracedStep): object => ({
  name,
  startTimeUnixNano: toNanoseconds(fromMs),
  endTimeUnixNano: toNanoseconds(toMs),
});

const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const renderAttributes = (values: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
