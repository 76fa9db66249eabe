import process from 'node:process';

/** The environment for a program of the operator: that of this process without the settings and secrets of the service. */
export const programEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CROSSBOOK_')));
