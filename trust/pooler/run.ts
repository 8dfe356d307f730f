import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { filesFolderOf, withDatabase } from '#server/backup/places.ts';
import { checkHistory } from '#trust/lib/check-history.ts';
import { addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { Report, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { Random } from '#trust/lib/random.ts';
import { Journal, workUntilGone } from '#trust/lib/work.ts';
import { startPgbouncer } from './pgbouncer.ts';

const features = ['marks/save-marks', 'marks/conflicts', 'marks/mail-group', 'session/'];
const outageMs = 1500;

/** The tests of some features, whose every query goes through the pooler. */
async function testFeatures(directUrl: string, poolerUrl: string, folder: string, report: Report) {
  const file = join(folder, 'tests.json');
  const how = ['run', '--project', 'postgres', '--reporter', 'json', '--outputFile', file];
  const env = { ...process.env, TEST_DATABASE_URL: directUrl, TEST_DATABASE_POOLER_URL: poolerUrl };
  const args = [...how, ...features.map((name) => `server/${name}`)];
  const child = spawn('node_modules/.bin/vitest', args, { env, stdio: 'ignore' });
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
    try {
      const { url } = await portal.ready;
      const [group, newcomer] = await withDatabase(place, async (db) => [
        await addGroup(db, url, { members: 2 }),
        await addAccount(db, 'student'),
      ]);
      const journal = new Journal();
      const random = new Random(seed);
      let isOver = false;
      const work = { url, journal, random, isOver: () => isOver };
      const working = workUntilGone(work, [group], [newcomer]);
      for (let round = 0; round < size; round += 1) {
        await sleep(2000);
        await endDirectSessions(directUrl);
        report.count('sessions ended');
        await sleep(outageMs);
        progress?.(`${round + 1} rounds`);
      }
      const since = journal.acknowledged.length;
      await sleep(5000);
      isOver = true;
      await working;
      report.count('acknowledged', journal.acknowledged.length);
      report.count('told to come back', journal.unavailable);
      report.count('acknowledged after the last outage', journal.acknowledged.length - since);
      report.violate(...journal.refusals.map((refusal) => `refused: ${refusal}`));
      const filesFolder = filesFolderOf(place);
      report.violate(
        ...(await withDatabase(place, (db) =>
          checkHistory({ db, filesFolder, url }, journal.effects, new Date(0)),
        )),
      );
      const code = await portal.kill('SIGTERM');
      if (code !== 0) report.violate(`unexpected: the portal ended with ${code}`);
      await testFeatures(directUrl, pooler.url, place.dataDir, report);
    } finally {
      await portal.kill('SIGKILL');
      await pooler.stop();
    }
  });
  report.requireAtLeast({
    'acknowledged after the last outage': 5,
    'sessions ended': 1,
    'feature tests passed': 50,
  });
};
