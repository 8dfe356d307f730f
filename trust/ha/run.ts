import { findDesk } from '#contract/desk.ts';
import { openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { checkEmailsOf } from '#trust/lib/check-history.ts';
import { addGroup } from '#trust/lib/fixtures.ts';
import type { Options, Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { startPortal } from '#trust/lib/portal-process.ts';
import { until } from '#trust/lib/programs.ts';
import { Random } from '#trust/lib/random.ts';
import { requireQuickPages, visitPages } from '#trust/lib/visit-pages.ts';
import { type Workplace, whileWorking } from '#trust/lib/while-working.ts';
import { Journal } from '#trust/lib/work.ts';
import { openScriptedServer } from '#trust/mail/scripted-server.ts';
import { checkDelivery } from '#trust/processes/check-once.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { kills, split } from './harms.ts';
import { startNginx } from './nginx.ts';

const writesLimitMs = 30_000;
const everMs = 120_000;

type Fixture = Workplace & { cluster: Cluster };

/** How long after `since` something works again. */
async function writesAgain({ journal }: Fixture, since: number): Promise<number> {
  const find = () =>
    journal.acknowledged.find(({ kind, askedAt = 0 }) => kind === 'marks' && askedAt > since);
  await until('marks are saved again', () => find() !== undefined, everMs);
  return (find()?.repliedAt ?? 0) - since;
}

async function readsAgain({ url, groups: [group] }: Fixture, since: number): Promise<number> {
  const read = () =>
    new Caller(url, group?.student.token).request(findDesk).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('a desk is read again', read, everMs);
  return performance.now() - since;
}

/** Visitors read, and everybody works, through `harm`, which ends once it is mended: nobody is cut off. */
const harmed = (fixture: Fixture, harm: (during: Fixture) => Promise<void>) =>
  whileWorking(fixture, [], async (during) => {
    const leave = visitPages(during.url, during.report);
    await harm(during);
    await leave();
  });

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function servesAgain(during: Fixture, harm: string, progress: Options['progress']) {
  const since = performance.now();
  const [writesMs, readsMs] = await Promise.all([
    writesAgain(during, since),
    readsAgain(during, since),
  ]);
  during.report.largest('longest until marks are saved again, ms', writesMs);
  during.report.largest('longest until a desk is read again, ms', readsMs);
  progress?.(`${harm}: writes after ${seconds(writesMs)}, reads after ${seconds(readsMs)}`);
}

/** Everything that was acknowledged before is looked for afterwards. */
async function killOnce(fixture: Fixture, round: number, progress: Options['progress']) {
  const [name = '', harm] = Object.entries(kills)[round % Object.keys(kills).length] ?? [];
  const { cluster, report } = fixture;
  await harmed(fixture, async (during) => {
    const primary = await cluster.findPrimary();
    if (!primary || !harm) throw new Error('There is no primary.');
    const mend = await harm(cluster, primary);
    await servesAgain(during, name, progress);
    report.count('kills');
    await mend();
    await cluster.whole();
  });
}

async function harmAll(fixture: Fixture, { size, progress }: Options) {
  for (let round = 0; round < size; round += 1) await killOnce(fixture, round, progress);
  await harmed(fixture, async (during) => {
    await split(during, () => servesAgain(during, 'split', progress));
  });
  const { url, db, groups, journal, report } = fixture;
  for (const { kind, broken } of journal.effects)
    if (broken) report.violate(`cut: ${kind}: ${broken}`);
  report.violate(...(await checkEmailsOf(groups, { db, url }, journal.effects)));
}

/** Two portals behind nginx, on three of PostgreSQL under Patroni behind HAProxy, whose primary is killed and cut off. */
export const run: Run = async (options, report) => {
  const cluster = await startCluster();
  const server = await openScriptedServer();
  try {
    await cluster.whole();
    await inNewPlace({}, async ({ dataDir }) => {
      const place = { dataDir, databaseUrl: cluster.url };
      const env = { LOG_LEVEL: 'fatal' };
      const start = () => startPortal({ ...place, smtpUrl: server.url }, { env });
      const first = start();
      const one = await first.ready;
      const second = start();
      const db = openDatabase(place);
      try {
        const nginx = await startNginx([one.url, (await second.ready).url]);
        const { url } = nginx;
        const groups = [await addGroup(db, url), await addGroup(db, url)];
        const [journal, random] = [new Journal(), new Random(options.seed)];
        const fixture = { cluster, db, place, url, groups, journal, random, report };
        await harmAll(fixture, options);
        await checkDelivery(db, server.kept, report);
        await nginx.stop();
      } finally {
        await Promise.all([first.kill('SIGKILL'), second.kill('SIGKILL')]);
        await db.destroy();
      }
    });
  } finally {
    await cluster.stop();
    await server.close();
  }
  const worst = report.of('longest until marks are saved again, ms');
  report.requireBelow('milliseconds until marks are saved again', worst, writesLimitMs);
  requireQuickPages(report);
  report.requireAtLeast({ kills: 1, acknowledged: 100, 'writes tried on the cut side': 3 });
};
