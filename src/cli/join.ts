import type { CreateApp } from './parts.ts';

/**
 * The real app, loaded when `start` needs it: every other command runs without it. This is the only
 * place where the command line meets `app.ts`.
 */
export const createRealApp: CreateApp = async (deps) => {
  const path = new URL('../app.ts', import.meta.url).href;
  const { createApp } = (await import(path)) as { createApp: CreateApp };
  return createApp(deps);
};
