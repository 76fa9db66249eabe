import { parentPort } from 'node:worker_threads';
import { requirePresent } from '../src/domain/model/assert.ts';
import { worldOf } from './coverage-counts.ts';

const port = requirePresent(parentPort, 'the thread that hands out seeds');

port.on('message', (seed: number | null) => {
  if (seed === null) port.close();
  else void worldOf(seed).then((environment) => port.postMessage(environment));
});
