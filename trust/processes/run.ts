import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/session.ts';
import { setGroupDeadlines } from '#contract/submissions.ts';
import { openDatabase } from '#server/backup/places.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { requestAndCheckEmails } from '#trust/lib/check-history.ts';
import { addAccount, addGroup } from '#trust/lib/fixtures.ts';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { waitFor } from '#trust/lib/processes/programs.ts';
import { SeededRandom } from '#trust/lib/random.ts';
import { buildRawRequest, RawConnection } from '#trust/lib/raw-http.ts';
import { injectFaultDuringWorkload, type WorkloadContext } from '#trust/lib/with-workload.ts';
import { WorkloadJournal } from '#trust/lib/workload.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { checkEmailDelivery, checkReminders } from './check-delivery.ts';

const processCount = 8;
const killedAtOnce = 3;
const newConnectionClients = 20;
const replacementLimitMs = 5 * 60_000;
/** Maximum number of guesses that the login throttle may allow: ten at once, then one every 3 s for up to 6 s. */
const maxGuesses = 12;
const stopLimitMs = 12_000;
const dayMs = 24 * 3_600_000;

type Fixture = WorkloadContext & { portal: PortalProcess };

/** Returns a time zone in which it is noon now, because reminders are not sent at night. */
function findZoneAtNoon(): string {
  const offsetHours = 12 - new Date().getUTCHours();
  return offsetHours === 0
    ? 'Etc/GMT'
    : `Etc/GMT${offsetHours > 0 ? '-' : '+'}${Math.abs(offsetHours)}`;
}

const listWorkers = ({ pid }: PortalProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Replaces all processes of the portal while it is under load. No request may fail. */
async function replaceProcesses({ portal, journal, report }: Fixture) {
  const [before, refused] = [listWorkers(portal), journal.unavailable];
  const began = performance.now();
  process.kill(portal.pid, 'SIGUSR2');
  const areReplaced = (now: number[]) =>
    now.length === processCount && now.every((pid) => !before.includes(pid));
  await waitFor(
    'every process is another',
    () => areReplaced(listWorkers(portal)),
    replacementLimitMs,
  );
  report.recordMax('longest roll, ms', performance.now() - began);
  report.count('rolled', processCount);
  if (journal.unavailable > refused) report.addViolations('refused: a request got status 503');
  for (const { kind, networkError } of journal.effects)
    if (networkError)
      report.addViolations(`cut: ${kind} while processes were rolled: ${networkError}`);
}

/** Opens one connection after the other until `isOver`. Each must be answered or closed. */
async function openConnections({ url, report }: Fixture, isOver: () => boolean) {
  const request = buildRawRequest({ method: 'GET', path: '/healthz', body: Buffer.alloc(0) });
  while (!isOver()) {
    const connection = new RawConnection(url);
    const { status } = await connection.exchange(request);
    connection.close();
    report.count('connections opened');
    if (status === 'silent') report.addViolations('hung: a connection was not answered');
  }
}

async function killProcesses(fixture: Fixture) {
  const { portal, random, report } = fixture;
  let isOver = false;
  const clients = Array.from({ length: newConnectionClients }, () =>
    openConnections(fixture, () => isOver),
  );
  for (let killed = 0; killed < killedAtOnce; killed += 1) {
    await sleep(random.whole(300, 1500));
    const before = listWorkers(portal);
    process.kill(random.pick(before), 'SIGKILL');
    const isReplaced = (now: number[]) =>
      now.length === processCount && now.some((pid) => !before.includes(pid));
    await waitFor('it is replaced', () => isReplaced(listWorkers(portal)), replacementLimitMs);
    report.count('killed');
  }
  isOver = true;
  await Promise.all(clients);
}

async function runFault(fixture: Fixture, injectFault: (fixture: Fixture) => Promise<void>) {
  const newcomers = [
    await addAccount(fixture.db, 'student'),
    await addAccount(fixture.db, 'student'),
  ];
  await injectFaultDuringWorkload(fixture, newcomers, injectFault);
}

/** Checks that the login throttle counts attempts across all processes. */
async function checkGuessLimit({ url, db, report }: Fixture) {
  const { email } = await addAccount(db, 'student');
  const tries = Array.from({ length: 3 * maxGuesses }, () =>
    new ApiCaller(url).call(login, { body: { email, password: 'not the password' } }).then(
      () => 'let in',
      ({ code }) => code,
    ),
  );
  const codes = await Promise.all(tries);
  const checkedGuesses = codes.filter(
    (code) => code !== 'too-often' && code !== 'unavailable',
  ).length;
  report.recordMax('guesses checked', checkedGuesses);
  report.requireBelow('guesses checked', checkedGuesses, maxGuesses + 1);
}

async function setDeadline({ url, groups }: Fixture) {
  const [group] = groups;
  const due = new Date(Date.now() + 3 * dayMs).toISOString();
  await new ApiCaller(url, group?.admin.token).call(setGroupDeadlines, {
    params: { deadlineId: 'february-monthly-report' },
    body: {
      groupIds: groups.map(({ groupId }) => groupId),
      change: { to: 'date', due },
      reason: 'As agreed.',
      dryRun: false,
    },
  });
}

/** Replaces and kills the portal's eight processes under load. No write may be lost or applied twice. */
export const run: TrustToolRunner = async ({ size, seed, progress }, report) => {
  await withWorkspace({ database: 'postgres' }, async (workspace) => {
    const mailbox = await startTestSmtpServer();
    const env = {
      PROCESSES: String(processCount),
      TIME_ZONE: findZoneAtNoon(),
      SMTP_URL: mailbox.url,
    };
    const portal = startPortal(workspace, { env });
    const db = openDatabase(workspace);
    try {
      const { url, afterMs } = await portal.ready;
      report.recordMax('start, ms', afterMs);
      const groups = [await addGroup(db, url, { members: 2 }), await addGroup(db, url)];
      const random = new SeededRandom(seed);
      const journal = new WorkloadJournal();
      const fixture = { workspace, portal, url, db, groups, journal, random, report };
      await setDeadline(fixture);
      await checkGuessLimit(fixture);
      for (let round = 1; round <= size; round += 1) {
        await runFault(fixture, round % 2 === 1 ? replaceProcesses : killProcesses);
        progress?.(`${round} rounds`);
      }
      report.addViolations(...(await requestAndCheckEmails(groups, { db, url }, journal.effects)));
      await checkReminders(db, groups, report);
      await checkEmailDelivery(db, mailbox.emails, report);
      const unexpected = portal.errors.filter((line) => !line.includes('was ended by SIGKILL'));
      report.addViolations(...unexpected.map((line) => `unexpected: ${line}`));
      const began = performance.now();
      const code = await portal.kill('SIGTERM');
      if (code !== 0) report.addViolations(`unexpected: the portal ended with ${code}`);
      report.requireBelow('milliseconds to stop', performance.now() - began, stopLimitMs);
    } finally {
      await portal.kill('SIGKILL');
      await db.destroy();
      await mailbox.close();
    }
  });
  report.requireAtLeast({
    rolled: processCount,
    acknowledged: 100,
    'emails delivered': 10,
    reminders: 2,
  });
};
