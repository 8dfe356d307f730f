import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findPromtool } from './test/promtool.ts';

const promtool = findPromtool();

/** Copies docs/monitoring to a temporary folder. Returns a function that runs promtool there. */
function prepareRules() {
  const folder = mkdtempSync(join(tmpdir(), 'monitoring-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(resolve('docs/monitoring'), folder, { recursive: true });
  const run = (...args: string[]) =>
    spawnSync(promtool ?? '', args, { cwd: folder, encoding: 'utf8' });
  return { file: join(folder, 'alerts.yml'), run };
}

// Where promtool is missing, tools/test/run/test.ts counts a failure in CI and a skipped test elsewhere.
describe.skipIf(!promtool)('promtool', () => {
  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('succeeds with the files of docs/monitoring: %s %s', (...args) => {
    const { status, stdout, stderr } = prepareRules().run(...args);
    expect(status, stdout + stderr).toBe(0);
  });

  it('fails if an alert is raised later than its test expects', () => {
    const { file, run } = prepareRules();
    const rules = readFileSync(file, 'utf8');
    expect(rules).toContain('for: 1m\n');
    writeFileSync(file, rules.replace('for: 1m\n', 'for: 20m\n'));
    const { status, stderr } = run('test', 'rules', 'alerts.test.yml');
    expect(status).not.toBe(0);
    expect(stderr).toContain('PortalDatabaseDown');
  });
});

describe('docs/alerts.md', () => {
  type Rule = { alert: string; annotations: { runbook?: string } };
  const runbook = readFileSync('docs/alerts.md', 'utf8');
  const { groups } = parse(readFileSync('docs/monitoring/alerts.yml', 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const sections = runbook.split(/^## /m).slice(1);

  it('has one section for each alert, in the same order, and no other section', () => {
    const titles = sections.map((section) => section.split('\n')[0]);
    expect(titles).toEqual(rules.map(({ alert }) => alert));
  });

  it.each(rules)(
    'says what to do for $alert, and the alert links to it',
    ({ alert, annotations }) => {
      const section = sections.find((text) => text.startsWith(`${alert}\n`)) ?? '';
      expect(section.slice(alert.length).trim()).not.toBe('');
      expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
    },
  );

  it('names only log messages that the portal writes', () => {
    const searches = [...runbook.matchAll(/Search the log for ([^.]+?)[.,]/g)];
    const names = searches.flatMap(([, text = '']) => text.match(/(?<=`)[a-z ]{4,}(?=`)/g) ?? []);
    const messages = names.filter((name) => name.trim() !== 'or');
    const files = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] });
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(messages.length).toBe(3);
    for (const message of messages) expect(source, message).toContain(`'${message}`);
  });
});
