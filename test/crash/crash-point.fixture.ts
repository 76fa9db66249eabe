// Makes the importing process kill itself at one line of its source, once the crash point is armed.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  COMPLEX_POINTS,
  POINTS,
  REPLACEMENT_POINTS,
  SENT_POINTS,
  VOID_POINTS,
} from './named-crash-points.ts';

const ROOT = dirname(dirname(import.meta.dirname));
const { CRASH_POINT: name, CRASH_PASS: pass, CRASH_ARMED_FILE: armedFile = '' } = process.env;
const point = [...POINTS, ...SENT_POINTS, ...REPLACEMENT_POINTS, ...VOID_POINTS, ...COMPLEX_POINTS].find(
  (each) => each.name === name,
);
if (point === undefined) throw new Error(`no crash point ${name}`);

let left = Number(pass);
Object.assign(globalThis, {
  crashHere(): void {
    if (!existsSync(armedFile)) return;
    left -= 1;
    if (left <= 0) process.kill(process.pid, 'SIGKILL');
  },
});

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || fileURLToPath(url) !== join(ROOT, point.file))
      return nextLoad(url, context);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    const parts = text.split(point.line);
    if (parts.length !== 2) throw new Error(`${point.file} has ${parts.length - 1} times: ${point.line}`);
    const source = stripTypeScriptTypes(parts.join(point.insertCrash(point.line)));
    return { format: 'module', source, shortCircuit: true };
  },
});
