import { spawnSync } from 'node:child_process';
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
function testFeatures(directUrl: string, poolerUrl: string, report: Report) {
  const args = [
    'run',
    '--project',
    'postgres',
    '--reporter',
    'json',
    ...features.map((name) => `server/${name}`),
  ];
  const env = { ...process.env, TEST_DATABASE_URL: directUrl, TEST_DATABASE_POOLER_URL: poolerUrl };
  const { stdout, stderr } = spawnSync('node_modules/.bin/vitest', args, {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
  });
  const result = JSON.parse(stdout.slice(stdout.indexOf('{"num')) || '{}');
  report.count('feature tests passed', result.numPassedTests ?? 0);
  for (const file of result.testResults ?? [])
    for (const { status, fullName, failureMessages } of file.assertionResults)
      if (status === 'failed') report.violate(`${fullName}: ${failureMessages[0]}`);
  if (!result.success) report.violate(`the feature tests failed: ${stderr.slice(-1000)}`);
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
      testFeatures(directUrl, pooler.url, report);
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
