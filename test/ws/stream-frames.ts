import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TestService } from '../support/test-service.ts';
import type { Frame } from './test-stream.ts';

interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, { readonly payload: TSchema }>> }>
  >;
}

/** Holds frames against the document of the streams that the service itself serves. */
export async function frameValidator(service: TestService): Promise<(stream: string, frame: Frame) => void> {
  const answer = await fetch(`${service.url}/v1/asyncapi.json`);
  const { channels } = (await answer.json()) as AsyncApi;
  return (stream, frame) => {
    const payload = channels[stream]?.messages[frame.type]?.payload;
    assert.ok(payload !== undefined, `the document has ${frame.type} frames on ${stream}`);
    assert.ok(Compile(payload).Check(frame), `${JSON.stringify(frame)} is as the document says`);
  };
}
