import { parentPort } from 'node:worker_threads';
import { requirePresent } from '../src/contract/model/assert.ts';
import { summarizeSeed } from './coverage-counts.ts';

const port = requirePresent(parentPort, 'the parent thread');

port.on('message', (seed: number | null) => {
  if (seed === null) port.close();
  else void summarizeSeed(seed).then((environment) => port.postMessage(environment));
});
