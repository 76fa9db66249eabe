// Reports the long tasks of the event loop, in the process that imports it.
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const { LONG_TASKS_FILE: file } = process.env;

/** Workers inherit the import. Their work blocks no caller, and the modules of the watch would load in each of them. */
if (isMainThread && file !== undefined) (await import('./task-watch.ts')).watchTasks(file);
