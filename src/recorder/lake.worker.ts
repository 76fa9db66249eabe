import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage, requirePresent } from '#contract';
import { LakeCatalogue } from './lake-catalogue.ts';
import { removeUnfinished } from './lake-files.ts';
import type { LakeCall, LakeReply } from './lake-thread.ts';
import { encodeSpool } from './part-encoder.ts';

const { root, bytesMax } = workerData as { readonly root: string; readonly bytesMax: number };
const port = requirePresent(parentPort, 'the parent port of a worker thread');
const catalogue = new LakeCatalogue(root);
port.on('message', (call: LakeCall) => port.postMessage(encodeAndPrune(call)));

/** Encodes the spools, then deletes the oldest hours beyond the limit. A spool that fails is for the next call. */
function encodeAndPrune({ closed }: LakeCall): LakeReply {
  const failures: string[] = [];
  const encoded: string[] = [];
  const attempt = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      failures.push(errorMessage(error));
    }
  };
  attempt(() => removeUnfinished(root));
  for (const { name, endReason } of closed) {
    attempt(() => {
      encodeSpool(root, name, endReason);
      encoded.push(name);
    });
  }
  const waiting = new Set(closed.flatMap(({ name }) => (encoded.includes(name) ? [] : [name])));
  attempt(() => catalogue.refresh(waiting));
  attempt(() => catalogue.prune(bytesMax));
  return { bytes: catalogue.bytes, coverage: catalogue.coverage(), encoded, failures };
}
