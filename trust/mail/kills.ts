import { countPossibleDuplicates } from '#server/admin/undelivered-emails.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { waitUntilAllSent } from '#trust/lib/check-history.ts';
import { expireLeases } from '#trust/lib/expire-leases.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { RunReport } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/processes/portal-process.ts';
import { checkEmailCopies, saveAndRequestEmails } from './fault-rounds.ts';
import {
  findEmailCopies,
  openScriptedSmtpServer,
  type ScriptedSmtpServer,
} from './scripted-server.ts';

/** The last step that the mail server has seen when the portal is killed. */
export const killSteps = [
  'connect',
  'EHLO',
  'MAIL',
  'RCPT',
  'DATA',
  'body',
  'dot',
  'confirmed',
] as const;
type KillStep = (typeof killSteps)[number];

/** Much longer than a save takes, but much shorter than the SMTP timeouts. */
const saveLimitMs = 10_000;
const arrivalLimitMs = 20_000;

type Fixture = {
  server: ScriptedSmtpServer;
  db: Db;
  group: Group;
  portal: PortalProcess;
  url: string;
  report: RunReport;
  start: () => PortalProcess;
};

/** Kills the portal once per step, when the mail server has reached the step. */
export async function testKillsDuringDelivery(
  workspace: DataLocation,
  steps: readonly KillStep[],
  report: RunReport,
) {
  const server = await openScriptedSmtpServer();
  const db = openDatabase(workspace);
  const start = () => startPortal({ ...workspace, smtpUrl: server.url });
  const portal = start();
  const fixture: Partial<Fixture> = { portal };
  try {
    const { url } = await portal.ready;
    const group = await addGroup(db, url, { members: 3 });
    await waitUntilAllSent(db, arrivalLimitMs);
    const ready = Object.assign(fixture, { server, db, group, portal, url, report, start });
    server.script = () => 'hang';
    const began = performance.now();
    await saveAndRequestEmails(url, group, 'tag0x');
    report.recordMax('a save while the mail server says nothing, ms', performance.now() - began);
    await portal.kill('SIGKILL');
    await restartPortal(ready);
    for (const [index, step] of steps.entries()) await runKill(ready, step, `tag${index + 1}x`);
    const copies = report.getFigure('second copies after a kill');
    const reportedCopies = await countPossibleDuplicates(db, new Date());
    if (reportedCopies < copies)
      report.addViolations(`${copies} second copies, ${reportedCopies} shown to admins`);
  } finally {
    await fixture.portal?.kill('SIGKILL');
    await db.destroy();
    await server.close();
  }
  const savedMs = report.getFigure('a save while the mail server says nothing, ms');
  report.requireBelow('milliseconds for a save', savedMs, saveLimitMs);
}

async function runKill(fixture: Fixture, step: KillStep, tag: string) {
  const { server, db, group, portal, url, report } = fixture;
  server.kept.length = 0;
  const killed = killAtStep(server, step, () => portal.kill('SIGKILL'));
  const saved = saveAndRequestEmails(url, group, tag).catch(() => {});
  await killed;
  await saved;
  const sentRows = await db
    .selectFrom('emails')
    .select('recipient')
    .where('text_body', 'like', `%${tag}%`)
    .where('sent_at', 'is not', null)
    .execute();
  const emailsBefore = [...server.kept];
  await restartPortal(fixture);
  let inDoubt = 0;
  for (const email of group.emails) {
    const isWritten = sentRows.some(({ recipient }) => recipient === email);
    const isDoubtful = !isWritten && (await findEmailCopies(emailsBefore, email, tag)).length > 0;
    const copies = await findEmailCopies(server.kept, email, tag);
    const violations = checkEmailCopies(copies, isDoubtful ? 2 : 1);
    report.addViolations(
      ...violations.map((violation) => `killed at ${step}, ${tag}: ${violation}`),
    );
    report.count('emails');
    if (isDoubtful) inDoubt += 1;
  }
  report.count('second copies after a kill', inDoubt);
  report.count(`emails in doubt after ${step}`, inDoubt);
  if (inDoubt > 1)
    report.addViolations(
      `killed at ${step}, ${tag}: ${inDoubt} emails at once between dot and reply`,
    );
  report.count('kills');
}

/** Restarts the portal with a working mail server and expired leases. */
async function restartPortal(fixture: Fixture) {
  const { server, db, report, start } = fixture;
  server.script = () => undefined;
  server.onConfirmed = () => undefined;
  await expireLeases(db);
  fixture.portal = start();
  fixture.url = (await fixture.portal.ready).url;
  if (!(await waitUntilAllSent(db, arrivalLimitMs)))
    report.addViolations('emails that were never sent');
}

/** Kills the portal when the server has reached the step. Later commands get no reply. */
function killAtStep(server: ScriptedSmtpServer, step: KillStep, kill: () => Promise<unknown>) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isKilled = false;
  const killOnce = () => {
    if (!isKilled) kill().then(resolve, reject);
    isKilled = true;
  };
  server.script = (context) => {
    if (context.step === step) killOnce();
    return isKilled ? 'hang' : undefined;
  };
  server.onConfirmed = () => {
    if (step === 'confirmed') killOnce();
  };
  return promise;
}
