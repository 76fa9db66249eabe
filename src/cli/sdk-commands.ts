import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorMessage } from '#contract';
import { buildPythonWheel, PYTHON_CLIENT_DIR } from '#platform';
import type { Run } from './cli-context.ts';
import { Failure } from './cli-failure.ts';

/** Adds the command sdk, which writes clients of other languages. */
export function addSdkCommands(program: Command, run: Run): void {
  const sdk = program.command('sdk').description('write a client of the API for another language');
  sdk
    .command('python')
    .requiredOption('--out <folder>', 'folder for the wheel; created if it is missing')
    .description('write the Python client as a wheel for pip install')
    .action(({ out }: { out: string }) =>
      run(async ({ terminal }) => {
        terminal.print(await writeWheel(out));
      }),
    );
}

/** Writes the wheel of this version, and returns its path. */
async function writeWheel(folder: string): Promise<string> {
  const { fileName, content } = await buildPythonWheel(PYTHON_CLIENT_DIR);
  const file = join(folder, fileName);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, content);
  } catch (error) {
    throw new Failure(`cannot write ${file}: ${errorMessage(error)}`);
  }
  return file;
}
