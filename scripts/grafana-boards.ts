// Writes ops/grafana/boards from the metrics: run it after a change of src/platform/metric-definitions.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderBoards } from './grafana/grafana-board.ts';
import { ROOT } from './steps.ts';

for (const [name, text] of renderBoards()) writeFileSync(join(ROOT, 'ops', 'grafana', 'boards', name), text);
