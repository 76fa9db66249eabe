import type { AppModule } from '../app/types.ts';

/**
 * The real parts, loaded when a command first needs them: `--help` and `sign` start without the
 * engine. This is the only place where the command line meets `app.ts`.
 */
export const loadApp = (): Promise<AppModule> => import('../app/create-app.ts');
