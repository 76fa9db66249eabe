// Converts the search measurement to figures of the report.

import { options } from './bench-options.ts';
import { type Figure, publish } from './figures.ts';
import { benchSearch, renderFigures } from './search-bench.ts';

const found = await benchSearch(options().instruments);
console.log(renderFigures(found));

const size = found.instruments.toLocaleString('en-US');
const of = { bare: null, p50: null, p99: null };
const figures: readonly Figure[] = [
  {
    name: `search over ${size}, p99 of ${found.queries.length} queries mixed`,
    unit: 'ms',
    ours: [found.p99Ms],
    bare: null,
    p50: found.p50Ms,
    p99: found.p99Ms,
    aim: '≤ 10 ms',
  },
  { ...of, name: 'highest memory of the process', unit: 'MiB', ours: [found.rssMiB], aim: '≤ 1,536 MiB' },
  { ...of, name: `loading ${size}`, unit: 's', ours: [found.loadSeconds], aim: '' },
];
publish(figures);
