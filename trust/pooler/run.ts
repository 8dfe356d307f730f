import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '#server/backup/places.ts';
import { addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { whileWorking } from '#trust/lib/while-working.ts';
import { Journal } from '#trust/lib/work.ts';
import { startPgbouncer } from './pgbouncer.ts';

const features = ['marks/save-marks', 'marks/conflicts', 'marks/mail-group', 'session/'];
const outageMs = 1500;

/** The tests of some features, whose every query goes through the pooler. */
async function testFeatures(directUrl: string, poolerUrl: string, folder: string, report: Report) {
  const file = join(folder, 'tests.json');
  const how = ['run', '--project', 'postgres', '--reporter', 'json', '--outputFile', file];
  const env = { ...process.env, TEST_DATABASE_URL: directUrl, TEST_DATABASE_POOLER_URL: poolerUrl };
  const args = [...how, ...features.map((name) => `server/${name}`)];
  // By its own Node, not by the one that a shell finds first.
  const program = ['node_modules/vitest/vitest.mjs', ...args];
  const child = spawn(process.execPath, program, { env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  const result = JSON.parse(readFileSync(file, 'utf8'));
  report.count('feature tests passed', result.numPassedTests);
  for (const { assertionResults } of result.testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') report.violate(`${fullName}: ${failureMessages[0]}`);
  if (code !== 0) report.violate(`the feature tests ended with ${code}`);
}

/** As when its administrator ends the session that has the version's lock. */
async function endDirectSessions(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and pid <> pg_backend_pid()
  `);
  await client.end();
}

/** The portal and the tests of its features behind a pooler that pools transactions. */
export const run: Run = async ({ size, seed, progress }, report) => {
  await inNewPlace({ database: 'postgres' }, async (place, postgres) => {
    const directUrl = postgres?.url ?? '';
    const pooler = await startPgbouncer(directUrl);
    const env = { PROCESSES: '2', DATABASE_POOLER_URL: pooler.url };
    const portal = startPortal(place, { env });
    const db = openDatabase(place);
    try {
      const { url } = await portal.ready;
      const groups = [await addGroup(db, url, { members: 2 })];
      const newcomers = [await addAccount(db, 'student')];
      const [journal, random] = [new Journal(), new Random(seed)];
      const workplace = { place, db, url, groups, journal, random, report };
      await whileWorking(workplace, newcomers, async (during) => {
        for (let round = 0; round < size; round += 1) {
          await sleep(2000);
          await endDirectSessions(directUrl);
          report.count('sessions ended');
          await sleep(outageMs);
          progress?.(`${round + 1} rounds`);
        }
        const since = during.journal.acknowledged.length;
        await sleep(5000);
        const acknowledged = during.journal.acknowledged.length - since;
        report.count('acknowledged after the last outage', acknowledged);
      });
      const code = await portal.kill('SIGTERM');
      if (code !== 0) report.violate(`unexpected: the portal ended with ${code}`);
      await testFeatures(directUrl, pooler.url, place.dataDir, report);
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
