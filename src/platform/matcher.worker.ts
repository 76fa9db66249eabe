import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage, requirePresent, type VenueName } from '#contract';
import { CatalogueMatcher } from '#relations';
import type { MatcherCall, MatcherReply } from './matcher-thread.ts';

const port = requirePresent(parentPort, 'the parent port of a worker thread');
const matcher = new CatalogueMatcher(workerData as readonly VenueName[]);
port.on('message', (call: MatcherCall) => port.postMessage(answer(call)));

function answer(call: MatcherCall): MatcherReply {
  try {
    if (call.kind === 'takeChanges') return { kind: 'done', changes: matcher.takeChanges(call.pairsMax) };
    matcher.apply(call.slice);
    return { kind: 'done', changes: null };
  } catch (error) {
    return { kind: 'failed', message: errorMessage(error) };
  }
}
