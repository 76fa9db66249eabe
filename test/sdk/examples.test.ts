/**
 * Runs what the documents show against one sandbox, as printed: programs, and each `$ crossbook …` line with the answer
 * below it. Prices, quantities, ids, dates and the venues that are cheapest differ from day to day, so only the rest of an
 * answer is compared.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { ExampleFolder, readExamples } from '../../sdk/test/examples.ts';
import { PYTHON, PYTHON_SDK, PYTHON_SKIP } from '../support/python.ts';
import { TestService } from '../support/test-service.ts';
import { sized } from '../support/test-size.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DAY_MS = 86_400_000;
const DAYS = [0, 200].slice(0, sized({ full: 2, quick: 1 }));
const DOCUMENTS = ['README.md', 'docs/cli.md'];
const sdkExamples = await readExamples();

interface Block {
  readonly language: string; // '' for a shell session or an output
  readonly text: string;
}

/** The fenced blocks of a document, in order. */
const readBlocks = (file: string): readonly Block[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );

interface Step {
  readonly command: string;
  readonly printed: readonly string[];
}

/** The `$` lines of a shell session, each with the lines printed below it. */
function readSession({ language, text }: Block): readonly Step[] {
  if (language !== '') return [];
  const [, ...steps] = text.replaceAll(/\\\n\s*/g, '').split(/^\$ /m);
  return steps.map((step) => {
    const [command = '', ...printed] = step.split('\n').filter((line) => line !== '');
    return { command, printed };
  });
}

/** A line without what differs from day to day. */
const toShape = (line: string): string =>
  line
    .replaceAll(/\b[0-9a-f]{4,}(-[0-9a-f]{4,})+\b/g, '#') // the UUID of a client order id
    .replaceAll(/\b(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b/g, 'month')
    .replaceAll(/\b(Demo|Kalshi|Polymarket)\b/g, 'venue') // the cheapest ones of an order
    .replaceAll(/-?\d[\d,]*(\.\d+)?/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Fails unless each printed line is one of the answer; after `…` a line or an answer may go on. */
function assertShown(printed: readonly string[], answer: string): void {
  const shapes = answer.split('\n').map(toShape);
  for (const line of printed) {
    const [shown = '', rest] = toShape(line).split('…');
    const isIn = shapes.some((shape) =>
      rest === undefined ? shape === shown : shape.startsWith(shown.trim()),
    );
    assert.ok(isIn, `not in the answer: ${line}\n${answer}`);
  }
}

/** The words of a command line; quoted ones without their quotes. */
const toWords = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );

/** The arguments of a `crossbook` command; null for another command. Tables are what a terminal prints. */
function toArguments({ command, printed }: Step): readonly string[] | null {
  const typed = /^(?:npm run -s crossbook --|crossbook) (.*)$/.exec(command)?.[1];
  if (typed === undefined) return null;
  const words = toWords(typed);
  const isTable = !words.includes('-o') && !/^[[{]/.test(printed[0] ?? '');
  return isTable ? [...words, '-o', 'table'] : words;
}

const runPython = async (code: string, cwd: string): Promise<string> => {
  const env = { PATH: process.env['PATH'], PYTHONPATH: join(PYTHON_SDK, 'src') };
  return (await promisify(execFile)(PYTHON, ['-W', 'error', '-c', code], { cwd, env })).stdout;
};

for (const days of DAYS) {
  describe(days === 0 ? 'the documents of today' : `the documents ${days} days later`, () => {
    const service = new TestService({ settings: { 'sandbox.exchanges': true }, clockShiftMs: days * DAY_MS });
    let folder: ExampleFolder;

    before(async () => {
      await service.start();
      const { key_id: keyId, private_key: privateKey } = service.key;
      folder = await ExampleFolder.create(sdkExamples, { baseUrl: service.url, keyId, privateKey });
    });
    after(async () => {
      await folder[Symbol.asyncDispose]();
      await service.dispose();
    });

    for (const document of DOCUMENTS) {
      const blocks = readBlocks(document);
      let exitCode = 0; // of the last command
      for (const { command, printed } of blocks.flatMap(readSession)) {
        test(`${document}: ${command} prints what is shown`, async () => {
          if (command === 'echo $?') return assertShown(printed, String(exitCode));
          const args =
            toArguments({ command, printed }) ?? assert.fail('a document shows crossbook commands only');
          const { code, stdout, stderr } = await service.cli(...args);
          exitCode = code;
          return assertShown(printed, `${stdout}\n${stderr}`);
        });
      }
      for (const [index, { language, text }] of blocks.entries()) {
        if (language !== 'python') continue;
        test(`${document}: its Python program prints what is shown`, { skip: PYTHON_SKIP }, async () => {
          const answer = await runPython(text, folder.path);
          assertShown(blocks[index + 1]?.text.split('\n').filter((line) => line !== '') ?? [], answer);
        });
      }
    }

    for (const [index, { title }] of sdkExamples.entries()) {
      test(`the SDK's README: example ${index + 1} (${title}) runs`, async () => {
        assert.equal(typeof (await folder.run(index)), 'string');
      });
    }
  });
}

test('each document shows commands', () => {
  for (const document of DOCUMENTS) assert.ok(readBlocks(document).flatMap(readSession).length > 2, document);
});
