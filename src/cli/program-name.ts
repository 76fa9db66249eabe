import { sep } from 'node:path';

/**
 * What a person types to run this program, and to start the service: the npm scripts of a clone, or the command of an installed
 * package.
 */
export const programNames = (folder: string): { readonly run: string; readonly start: string } =>
  folder.split(sep).includes('node_modules')
    ? { run: 'npx crossbook', start: 'npx crossbook start' }
    : { run: 'npm run crossbook --', start: 'npm start' };

export const { run: RUN, start: START } = programNames(import.meta.dirname);
