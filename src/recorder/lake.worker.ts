import { parentPort, workerData } from 'node:worker_threads';
import { requirePresent } from '../domain/model/assert.ts';
import { errorMessage } from '../domain/model/result.ts';
import { LakeCatalogue } from './lake-catalogue.ts';
import { parseSpoolName } from './lake-files.ts';
import type { LakeCall, LakeReply } from './lake-thread.ts';
import { encodeSpool } from './part-encoder.ts';

const { root, bytesMax } = workerData as { readonly root: string; readonly bytesMax: number };
const port = requirePresent(parentPort, 'the parent port of a worker thread');
const catalogue = new LakeCatalogue(root);
port.on('message', (call: LakeCall) => port.postMessage(encodeAndPrune(call)));

/** Encodes every closed spool, then deletes the oldest hours beyond the limit. A spool that fails stays for the next call. */
function encodeAndPrune({ open, closed }: LakeCall): LakeReply {
  const failures: string[] = [];
  const attempt = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      failures.push(errorMessage(error));
    }
  };
  attempt(() => catalogue.refresh());
  for (const { path, name, part } of catalogue.spools(open)) {
    const endReason = closed.includes(name) ? null : 'the service ended without closing the recording';
    attempt(() => encodeSpool(root, path, part, endReason));
  }
  attempt(() => catalogue.refresh());
  attempt(() => catalogue.prune(bytesMax, open === null ? null : parseSpoolName(open)));
  return { bytes: catalogue.bytes(open), coverage: catalogue.coverage(), failures };
}
