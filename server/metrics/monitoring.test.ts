import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openPortal } from '#server/test/portal.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/monitoring');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
type Tests = { tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[] };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const rules = (parse(textOf('alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(textOf('dashboard.json')) as Dashboard;
const queries = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

const namesIn = (expr: string) =>
  expr.replace(/"[^"]*"/g, '').match(/\b(fyp_portal|nodejs|process)_\w+\b/g) ?? [];

test('the alerts and the dashboard use only metrics that exist', async () => {
  const token = 'sixteen-letters-1';
  const { portal, close } = await openPortal({ METRICS_TOKEN: token });
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await portal.visitor.fetch('/metrics', { headers })).text();
  await close();
  const metrics = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  const named = queries.flatMap(({ where, expr }) =>
    namesIn(expr).map((name) => ({ where, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !metrics.includes(name))).toEqual([]);
});

test('every metric of the portal is used in an alert or on the dashboard', async () => {
  const sources = globSync('server/metrics/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const declaredNames = sources.flatMap((source) => [
    ...[...source.matchAll(/'(fyp_portal_\w+)'/g)].map(([, name]) => name ?? ''),
    ...[...source.matchAll(/\bgauge\(\s*'(\w+)'/g)].map(([, name]) => `fyp_portal_${name}`),
  ]);
  expect(declaredNames.length).toBeGreaterThan(15);
  const shown = queries.map(({ expr }) => expr).join('\n');
  expect(declaredNames.filter((name) => !shown.includes(name))).toEqual([]);
});

test('every alert has a test in which it fires and one in which it does not', () => {
  const { tests } = parse(textOf('alerts.test.yml')) as Tests;
  const tried = tests.flatMap((rule) => rule.alert_rule_test);
  const names = rules.map(({ alert }) => alert).toSorted();
  const namesOf = (isRaised: boolean) =>
    tried
      .filter(({ exp_alerts }) => (exp_alerts !== undefined) === isRaised)
      .map(({ alertname }) => alertname)
      .toSorted();
  expect(namesOf(true)).toEqual(names);
  expect(namesOf(false)).toEqual(names);
});

test('every background job named in an alert exists', () => {
  const jobs = globSync('server/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/const job = \{ name: '([\w-]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(jobs.length).toBeGreaterThan(3);
  const named = queries.flatMap(({ expr }) =>
    [...expr.matchAll(/background_job!?="([\w-]+)"/g)].map(([, name]) => name),
  );
  expect(named).toContain('scrub');
  expect(named.filter((name) => !jobs.includes(name))).toEqual([]);
});
