/** The examples of the README as programs: each is type-checked and run exactly as printed. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Credentials } from '../src/environment.ts';

export interface Example {
  /** The heading above it. */
  readonly title: string;
  readonly code: string;
}

const SDK = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_MODULES = join(SDK, '..', 'node_modules');
const SOURCE_CONDITION = '@crossbook/source';
const run = promisify(execFile);

/** The ```ts and ```js blocks of a README, in order. */
export async function readExamples(file = join(SDK, 'README.md')): Promise<Example[]> {
  const readme = await readFile(file, 'utf8');
  return readme.split(/^## /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    return [...section.matchAll(/^```[jt]s\n(.*?)^```$/gms)].map(([, code = '']) => ({ title, code }));
  });
}

/** A folder like a reader's: the examples, a key file in `data/`, and the packages they import. */
export class ExampleFolder {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  get path(): string {
    return this.#path;
  }

  static async create(examples: readonly Example[], credentials: Credentials): Promise<ExampleFolder> {
    const path = await mkdtemp(join(tmpdir(), 'crossbook-examples-'));
    const { baseUrl: base_url, keyId: key_id, privateKey: private_key } = credentials;
    await mkdir(join(path, 'data'));
    await writeFile(join(path, 'data/sandbox-key.json'), JSON.stringify({ base_url, key_id, private_key }));
    await writeFile(join(path, 'package.json'), JSON.stringify({ type: 'module' }));
    await symlink(NODE_MODULES, join(path, 'node_modules'), 'junction');
    for (const [index, { code }] of examples.entries()) await writeFile(join(path, toFileName(index)), code);
    return new ExampleFolder(path);
  }

  /** Throws with the compiler's words when an example does not compile in strict mode. */
  async check(): Promise<void> {
    const compilerOptions = {
      target: 'esnext',
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    const options = {
      ...compilerOptions,
      allowImportingTsExtensions: true,
      customConditions: [SOURCE_CONDITION],
    };
    const config = { compilerOptions: options, include: ['*.ts'] };
    await writeFile(join(this.#path, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(NODE_MODULES, 'typescript/bin/tsc');
    await run(process.execPath, [tsc, '-p', this.#path]).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }

  /** Returns the output of the example. Throws if it failed or wrote to standard error. */
  async run(index: number): Promise<string> {
    const args = [`--conditions=${SOURCE_CONDITION}`, toFileName(index)];
    const { stdout, stderr } = await run(process.execPath, args, { cwd: this.#path, env: cleanEnv() });
    if (stderr !== '') throw new Error(stderr);
    return stdout;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.#path, { recursive: true });
  }
}

const toFileName = (index: number): string => `example-${index + 1}.ts`;

// A key in the shell that runs the tests may be a real one; the examples place orders.
function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROSSBOOK_')));
}
