/** `npm run long -- NAME [OPTIONS]`: a search for violations that runs for as long as its options say. */
const RUNS = {
  crash: () => import('./run-crash.ts'),
  fuzz: () => import('../test/fuzz/main.ts'),
  prove: () => import('./prove.ts'),
  races: () => import('../test/races/main.ts'),
  soak: () => import('./soak.ts'),
};

const USAGE = `npm run long -- NAME [OPTIONS]
  crash --cycles N | --cluster --rounds N   kill -9 and restart; failures of nodes and database servers
  fuzz --inputs N                           malformed input to every parser
  races --races N                           new orders racing the kill switch
  soak --minutes N                          the real service under steady load
  prove [NAME …]                            the runs that take hours, recorded in docs/long-runs.md; prove --help`;

const isRun = (name: string): name is keyof typeof RUNS => Object.hasOwn(RUNS, name);

const [name = ''] = process.argv.splice(2, 1); // the run reads its options as if it were started alone
if (isRun(name)) await RUNS[name]();
else {
  console.error(USAGE);
  process.exitCode = 2;
}
