import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { renderBoards } from '../../scripts/grafana/grafana-board.ts';
import { METRICS } from '../../src/platform/metric-definitions.ts';
import { createMetrics } from '../../src/platform/prometheus-metrics.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const OPS = join(ROOT, 'ops');
const RULES = join(OPS, 'prometheus', 'rules.yml');
const BOARDS = join(OPS, 'grafana', 'boards');

const read = (path: string): string => readFileSync(path, 'utf8');
const readYaml = (...path: string[]): unknown => parse(read(join(OPS, ...path)));

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

const ALERTS = (readYaml('prometheus', 'rules.yml') as Rules).groups.flatMap(({ rules }) => rules);

/** The series of the service, by name: a histogram has three. */
async function listSeries(): Promise<ReadonlySet<string>> {
  const types = [...(await createMetrics().text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    ),
  );
}

test('every rule and every board names only metrics that the service exports', async () => {
  const series = await listSeries();
  const texts = [
    ...ALERTS.map(({ expr }) => expr),
    ...readdirSync(BOARDS).map((name) => read(join(BOARDS, name))),
  ];
  const named = texts.flatMap((text) => text.match(/\bcrossbook_\w+/g) ?? []);
  assert.ok(named.length > ALERTS.length);
  assert.deepEqual(
    named.filter((name) => !series.has(name)),
    [],
  );
});

test('the boards are those of the metrics, and every metric is on one of them', () => {
  const boards = renderBoards();
  assert.deepEqual(readdirSync(BOARDS).toSorted(), [...boards.keys()].toSorted());
  for (const [name, text] of boards)
    assert.equal(
      read(join(BOARDS, name)),
      text,
      `${name}: run node scripts/run.mjs scripts/grafana-boards.ts`,
    );
  const titles = [...boards.values()].flatMap((text) => {
    const { panels } = JSON.parse(text) as { readonly panels: readonly { readonly title: string }[] };
    return panels.map(({ title }) => title);
  });
  for (const metric of Object.keys(METRICS))
    assert.equal(titles.filter((title) => title === metric).length, 1, metric);
});

test('every alert is tested', () => {
  const tested = new Set(read(join(OPS, 'prometheus', 'rules.test.yml')).match(/(?<=alertname: )\w+/g));
  assert.deepEqual(
    ALERTS.map(({ alert }) => alert).filter((alert) => !tested.has(alert)),
    [],
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

test('promtool accepts the settings, and each alert fires after its cause and not before', {
  skip: !hasPromtool && 'promtool is not installed',
}, () => {
  for (const args of [
    ['check', 'config', join(OPS, 'prometheus', 'prometheus.yml')],
    ['check', 'rules', RULES],
    ['test', 'rules', join(OPS, 'prometheus', 'rules.test.yml')],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    assert.equal(status, 0, `promtool ${args.join(' ')}: ${stdout}${stderr}`);
  }
});

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
}

interface ComposeService {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly depends_on?: readonly string[];
}

test('the compose file runs this version without privileges, with monitoring only on request', () => {
  const { services, volumes } = readYaml('compose.yaml') as Compose;
  const { version } = JSON.parse(read(join(ROOT, 'package.json'))) as { readonly version: string };
  assert.equal(services['crossbook']?.image, `crossbook:${version}`);
  const byDefault = Object.entries(services).filter(([, { profiles }]) => profiles === undefined);
  assert.deepEqual(
    byDefault.map(([name]) => name),
    ['crossbook'],
  );
  for (const [name, service] of Object.entries(services)) {
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.ok(service.security_opt.includes('no-new-privileges:true'), name);
    assert.match(service.image, /:v?\d+\.\d+\.\d+$/, name);
    for (const port of service.ports) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name);
    for (const other of service.depends_on ?? []) assert.ok(other in services, other);
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':');
      assert.ok(source.startsWith('./') ? existsSync(join(OPS, source)) : source in volumes, volume);
    }
  }
});

interface PrometheusSettings {
  readonly rule_files: readonly string[];
  readonly scrape_configs: readonly object[];
}

interface GrafanaSources {
  readonly datasources: readonly { readonly uid: string; readonly url: string }[];
}

test('Prometheus scrapes the port of the service, and Grafana reads the boards from Prometheus', () => {
  const { services } = readYaml('compose.yaml') as Compose;
  const settings = readYaml('prometheus', 'prometheus.yml') as PrometheusSettings;
  assert.deepEqual(settings.rule_files, ['rules.yml']);
  assert.deepEqual(settings.scrape_configs, [
    { job_name: 'crossbook', static_configs: [{ targets: ['crossbook:8787'] }] },
  ]);
  assert.deepEqual(services['crossbook']?.ports, ['127.0.0.1:8787:8787']);
  const sources = readYaml('grafana', 'provisioning', 'datasources', 'prometheus.yaml') as GrafanaSources;
  assert.deepEqual(
    sources.datasources.map(({ uid, url }) => [uid, url]),
    [['prometheus', 'http://prometheus:9090']],
  );
  for (const text of renderBoards().values()) assert.match(text, /"uid": "prometheus"/);
});
