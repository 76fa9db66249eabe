import type { AppModule } from '../app/types.ts';

/**
 * Loads the app when a command first needs it, so that `--help` and `sign` start without the engine.
 * This is the only runtime import of `src/app` in the command line.
 */
export const loadApp = (): Promise<AppModule> => import('../app/create-app.ts');
