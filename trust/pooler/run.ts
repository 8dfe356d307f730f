import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/backup/places.ts';
import { addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { RunInstrument, RunReport } from '#trust/lib/instrument.ts';
import { startPortal } from '#trust/lib/processes/portal-process.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { injectFaultDuringWorkload } from '#trust/lib/with-workload.ts';
import { WorkloadJournal } from '#trust/lib/workload.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { startPgbouncer } from './pgbouncer.ts';

const features = ['marks/save-marks', 'marks/conflicts', 'marks/mail-group', 'session/'];
const outageMs = 1500;

async function runFeatureTests(
  directUrl: string,
  poolerUrl: string,
  folder: string,
  report: RunReport,
) {
  const file = join(folder, 'tests.json');
  const reporterOptions = [
    'run',
    '--project',
    'postgres',
    '--reporter',
    'json',
    '--outputFile',
    file,
  ];
  const env = { ...process.env, TEST_DATABASE_URL: directUrl, TEST_DATABASE_POOLER_URL: poolerUrl };
  const args = [...reporterOptions, ...features.map((name) => `server/${name}`)];
  // Use this process's Node, not the first `node` in PATH.
  const program = ['node_modules/vitest/vitest.mjs', ...args];
  const child = spawn(process.execPath, program, { env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  const result = JSON.parse(readFileSync(file, 'utf8'));
  report.count('feature tests passed', result.numPassedTests);
  for (const { assertionResults } of result.testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') report.addViolations(`${fullName}: ${failureMessages[0]}`);
  if (code !== 0) report.addViolations(`the feature tests ended with ${code}`);
}

/** Terminates the sessions that hold the version lock, as a database administrator might. */
async function terminateLockSessions(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and pid <> pg_backend_pid()
  `);
  await client.end();
}

/** Runs the portal and feature tests behind a transaction pooler. */
export const run: RunInstrument = async ({ size, seed, progress }, report) => {
  await withWorkspace({ database: 'postgres' }, async (workspace, postgres) => {
    const directUrl = postgres?.url ?? '';
    const pooler = await startPgbouncer(directUrl);
    const env = { PROCESSES: '2', DATABASE_POOLER_URL: pooler.url };
    const portal = startPortal(workspace, { env });
    const db = openDatabase(workspace);
    try {
      const { url } = await portal.ready;
      const groups = [await addGroup(db, url, { members: 2 })];
      const newcomers = [await addAccount(db, 'student')];
      const [journal, random] = [new WorkloadJournal(), new SeededRandom(seed)];
      const context = { workspace, db, url, groups, journal, random, report };
      await injectFaultDuringWorkload(context, newcomers, async (context) => {
        for (let round = 0; round < size; round += 1) {
          await sleep(2000);
          await terminateLockSessions(directUrl);
          report.count('sessions ended');
          await sleep(outageMs);
          progress?.(`${round + 1} rounds`);
        }
        const since = context.journal.acknowledged.length;
        await sleep(5000);
        const acknowledged = context.journal.acknowledged.length - since;
        report.count('acknowledged after the last outage', acknowledged);
      });
      const code = await portal.kill('SIGTERM');
      if (code !== 0) report.addViolations(`unexpected: the portal ended with ${code}`);
      await runFeatureTests(directUrl, pooler.url, workspace.dataDir, report);
    } finally {
      await portal.kill('SIGKILL');
      await db.destroy();
      await pooler.stop();
    }
  });
  report.requireAtLeast({
    'acknowledged after the last outage': 5,
    'sessions ended': 1,
    'feature tests passed': 50,
  });
};
