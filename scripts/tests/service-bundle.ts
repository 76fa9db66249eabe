import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { ROOT } from '../steps.ts';

// Two folders below the project's, as the folders of `src`: paths relative to a module stay right.
const BUNDLE_DIR = join(ROOT, 'dist');
const PROGRAMS = ['src/main.ts', 'src/cli/cli-main.fixture.ts', 'test/support/running-service.ts'];
const SIMULATORS = ['kalshi', 'polymarket'];
const SIMULATOR_PROGRAMS = `import { join } from 'node:path';
export const simulatorProgram = (name) => join(import.meta.dirname, '..', 'simulators', name, 'main.js');`;
/** Modules of Node, native addons, and packages that load their own files by path. */
const NOT_BUNDLED = /^(?:node:|(?:sodium-native|pino|pg|pg-native|nodemailer)(?:\/|$))/;

/**
 * Bundles the service, its worker threads and the simulators that it starts, so that the tests which start them, some hundred times
 * in a run, load twenty files instead of two thousand. Takes three seconds.
 *
 * @returns the folder of its main modules
 */
export async function bundleService(): Promise<string> {
  const workers = globSync('src/**/*.worker.ts', { cwd: ROOT });
  let isReplaced = false;
  await build({
    cwd: ROOT,
    input: {
      ...Object.fromEntries(PROGRAMS.map((file) => [`service/${basename(file, '.ts')}.js`, file])),
      'shared/hash-chain.ts': 'src/storage/shared/hash-chain.ts',
      ...Object.fromEntries(workers.map((file) => [`service/${basename(file)}`, file])),
      ...Object.fromEntries(
        SIMULATORS.map((name) => [`simulators/${name}/main.js`, `simulators/${name}/main.ts`]),
      ),
    },
    plugins: [
      {
        name: 'bundled simulators',
        load: (id) => {
          if (basename(id) !== 'simulator-programs.ts') return null;
          isReplaced = true;
          return SIMULATOR_PROGRAMS;
        },
      },
    ],
    platform: 'node',
    external: NOT_BUNDLED,
    logLevel: 'warn',
    checks: { pluginTimings: false },
    output: {
      dir: BUNDLE_DIR,
      cleanDir: true,
      entryFileNames: '[name]',
      chunkFileNames: 'service/[name]-[hash].js',
      keepNames: true,
      strictExecutionOrder: true,
    },
  });
  if (!isReplaced) throw new Error('src/drivers/simulator-programs.ts is not part of the service');
  return join(BUNDLE_DIR, 'service');
}
