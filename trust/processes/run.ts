import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findDesk } from '#contract/desk.ts';
import { login } from '#contract/session.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { openDatabase } from '#server/backup/places.ts';
import { Caller } from '#tools/test/caller.ts';
import { checkEmailsOf } from '#trust/lib/check-history.ts';
import { addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { planter } from '#trust/lib/planted.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { until } from '#trust/lib/programs.ts';
import { Random } from '#trust/lib/random.ts';
import { type Workplace, whileWorking } from '#trust/lib/while-working.ts';
import { Journal } from '#trust/lib/work.ts';
import { openScriptedServer } from '#trust/mail/scripted-server.ts';
import { checkDelivery, checkReminders } from './check-once.ts';

const count = 8;
const killedAtOnce = 3;
const rollLimitMs = 5 * 60_000;
/** Ten at once from one network, and one every three seconds. */
const mostLookedAt = 12;
const stopLimitMs = 12_000;
const dayMs = 24 * 3_600_000;

type Fixture = Workplace & { portal: PortalProcess; place: { smtpUrl: string } };

/** One in which it is noon now: reminders wait for the morning. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

const workersOf = ({ pid }: PortalProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Each process is replaced while everybody works, and nobody notices. */
async function roll({ portal, journal, report }: Fixture) {
  const [before, refused] = [workersOf(portal), journal.unavailable];
  const began = performance.now();
  process.kill(portal.pid, 'SIGUSR2');
  const areOthers = (now: number[]) =>
    now.length === count && now.every((pid) => !before.includes(pid));
  await until('every process is another', () => areOthers(workersOf(portal)), rollLimitMs);
  report.largest('longest roll, ms', performance.now() - began);
  report.count('rolled', count);
  if (journal.unavailable > refused) report.violate('refused: somebody was told to come back');
  for (const { kind, broken } of journal.effects)
    if (broken) report.violate(`cut: ${kind} while processes were rolled: ${broken}`);
}

/** Some are killed while everybody works, and replaced. */
async function kill({ portal, random, report }: Fixture) {
  for (let killed = 0; killed < killedAtOnce; killed += 1) {
    await sleep(random.whole(300, 1500));
    const before = workersOf(portal);
    process.kill(random.pick(before), 'SIGKILL');
    const isReplaced = (now: number[]) =>
      now.length === count && now.some((pid) => !before.includes(pid));
    await until('it is replaced', () => isReplaced(workersOf(portal)), rollLimitMs);
    report.count('killed');
  }
}

/** A portal of the next version migrates beside them while everybody works; those of this version go on, also new ones. */
async function bringNext(fixture: Fixture) {
  const { report, journal, place } = fixture;
  const env = { PLANTED_FAULT: 'next-version' };
  const next = startPortal(place, { preload: planter, env });
  try {
    const { url } = await next.ready;
    const { ok } = await new Caller(url, fixture.groups[0]?.student.token).request(findDesk);
    if (!ok) report.violate('the next version does not serve');
    await roll(fixture);
    report.count('versions side by side', 2);
    for (const { kind, broken } of journal.effects)
      if (broken) report.violate(`cut: ${kind} while the next version migrated: ${broken}`);
    report.violate(...next.errors.map((line) => `unexpected: ${line}`));
  } finally {
    await next.kill('SIGTERM');
  }
}

async function harmOnce(fixture: Fixture, harm: (fixture: Fixture) => Promise<void>) {
  const newcomers = [
    await addAccount(fixture.db, 'student'),
    await addAccount(fixture.db, 'student'),
  ];
  await whileWorking(fixture, newcomers, harm);
}

/** Tries of one account are counted together, whichever process they come to. */
async function guess({ url, db, report }: Fixture) {
  const { email } = await addAccount(db, 'student');
  const tries = Array.from({ length: 3 * mostLookedAt }, () =>
    new Caller(url).call(login, { body: { email, password: 'not the password' } }).then(
      () => 'let in',
      ({ code }) => code,
    ),
  );
  const codes = await Promise.all(tries);
  const lookedAt = codes.filter((code) => code !== 'too-often' && code !== 'unavailable').length;
  report.largest('passwords of a guesser looked at', lookedAt);
  report.requireBelow('passwords looked at', lookedAt, mostLookedAt + 1);
}

async function setDue({ url, groups }: Fixture) {
  const [group] = groups;
  const due = new Date(Date.now() + 3 * dayMs).toISOString();
  await new Caller(url, group?.admin.token).call(setGroupDeadlines, {
    params: { deadlineId: 'february-monthly-report' },
    body: {
      groupIds: groups.map(({ groupId }) => groupId),
      ...{ change: { to: 'date', due }, reason: 'As agreed.', dryRun: false },
    },
  });
}

/** Eight processes on one PostgreSQL, killed and rolled while everybody works: nothing twice, nothing lost. */
export const run: Run = async ({ size, seed, progress }, report) => {
  await inNewPlace({ database: 'postgres' }, async (empty) => {
    const server = await openScriptedServer();
    // Whoever takes an email, the next version too, hands it to this server.
    const place = { ...empty, smtpUrl: server.url };
    const env = { PROCESSES: String(count), TIME_ZONE: zoneAtNoon() };
    const portal = startPortal(place, { env });
    const db = openDatabase(place);
    try {
      const { url, afterMs } = await portal.ready;
      report.largest('start, ms', afterMs);
      const groups = [await addGroup(db, url, { members: 2 }), await addGroup(db, url)];
      const random = new Random(seed);
      const journal = new Journal();
      const fixture = { place, portal, url, db, groups, journal, random, report };
      await setDue(fixture);
      await guess(fixture);
      for (let round = 1; round <= size; round += 1) {
        await harmOnce(fixture, round % 2 === 1 ? roll : kill);
        progress?.(`${round} rounds`);
      }
      await harmOnce(fixture, bringNext);
      progress?.('the next version');
      report.violate(...(await checkEmailsOf(groups, { db, url }, journal.effects)));
      await checkReminders(db, groups, report);
      await checkDelivery(db, server.kept, report);
      const unexpected = portal.errors.filter((line) => !line.includes('was ended by SIGKILL'));
      report.violate(...unexpected.map((line) => `unexpected: ${line}`));
      const began = performance.now();
      const code = await portal.kill('SIGTERM');
      if (code !== 0) report.violate(`unexpected: the portal ended with ${code}`);
      report.requireBelow('milliseconds to stop', performance.now() - began, stopLimitMs);
    } finally {
      await portal.kill('SIGKILL');
      await db.destroy();
      await server.close();
    }
  });
  report.requireAtLeast({
    'versions side by side': 2,
    rolled: count,
    acknowledged: 100,
    'emails delivered': 10,
    reminders: 2,
  });
};
