import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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
