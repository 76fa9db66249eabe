import { Failure } from './failure.ts';

const NODE_MAJOR_MIN = 24;

/** Fails on a runtime that is too old for the service. */
export function checkNode(nodeVersion: string): void {
  const major = Number(/^v(\d+)/.exec(nodeVersion)?.[1]);
  if (major >= NODE_MAJOR_MIN) return;
  throw new Failure(
    `Crossbook runs on Node ${NODE_MAJOR_MIN} or newer; this is ${nodeVersion}. \`npm start\` brings its own.`,
  );
}
