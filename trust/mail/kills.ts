import { countTwice } from '#server/admin/undelivered-emails.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { areAllSent } from '#trust/lib/check-history.ts';
import { addGroup, type Group } from '#trust/lib/fixtures.ts';
import type { Report } from '#trust/lib/instrument.ts';
import { type PortalProcess, startPortal } from '#trust/lib/portal-process.ts';
import { checkCopies, saveAndMail } from './faults.ts';
import { copiesFor, openScriptedServer, type ScriptedServer } from './scripted-server.ts';

/** What the mail server has just seen or said when the portal is killed. */
export const killSteps = [
  ...(['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body', 'dot', 'confirmed'] as const),
];
type KillStep = (typeof killSteps)[number];

/** Far longer than a save takes, far shorter than the portal waits for a mail server. */
const saveLimitMs = 10_000;
const arrivalLimitMs = 20_000;
/** Longer than a lease and the first wait. */
const expiredAfterMs = 10 * 60_000;

type Fixture = {
  server: ScriptedServer;
  db: Db;
  group: Group;
  portal: PortalProcess;
  url: string;
  report: Report;
  start: () => PortalProcess;
};

/** Kills the real portal, again and again on the same data, when its mail server has seen these steps of a conversation. */
export async function runKills(place: Place, at: readonly KillStep[], report: Report) {
  const server = await openScriptedServer();
  const db = openDatabase(place);
  const start = () => startPortal({ ...place, smtpUrl: server.url });
  const portal = start();
  const fixture: Partial<Fixture> = { portal };
  try {
    const { url } = await portal.ready;
    const group = await addGroup(db, url, { members: 3 });
    await areAllSent(db, arrivalLimitMs);
    const ready = Object.assign(fixture, { server, db, group, portal, url, report, start });
    server.script = () => 'hang';
    const began = performance.now();
    await saveAndMail(url, group, 'tag0x');
    report.largest('a save while the mail server says nothing, ms', performance.now() - began);
    await portal.kill('SIGKILL');
    await startAgain(ready);
    for (const [index, step] of at.entries()) await killAt(ready, step, `tag${index + 1}x`);
    const copies = report.of('second copies after a kill');
    const shown = await countTwice(db, new Date());
    if (shown < copies) report.violate(`${copies} second copies, ${shown} shown to admins`);
  } finally {
    await fixture.portal?.kill('SIGKILL');
    await db.destroy();
    await server.close();
  }
  const savedMs = report.of('a save while the mail server says nothing, ms');
  report.requireBelow('milliseconds for a save', savedMs, saveLimitMs);
}

async function killAt(fixture: Fixture, step: KillStep, tag: string) {
  const { server, db, group, portal, url, report } = fixture;
  server.kept.length = 0;
  const killed = killWhenSeen(server, step, () => portal.kill('SIGKILL'));
  const saved = saveAndMail(url, group, tag).catch(() => {});
  await killed;
  await saved;
  const written = await db
    .selectFrom('emails')
    .select('recipient')
    .where('text_body', 'like', `%${tag}%`)
    .where('sent_at', 'is not', null)
    .execute();
  const before = [...server.kept];
  await startAgain(fixture);
  let inDoubt = 0;
  for (const email of group.emails) {
    const isWritten = written.some(({ recipient }) => recipient === email);
    const isDoubtful = !isWritten && (await copiesFor(before, email, tag)).length > 0;
    const copies = await copiesFor(server.kept, email, tag);
    const violations = checkCopies(copies, isDoubtful ? 2 : 1);
    report.violate(...violations.map((what) => `killed at ${step}, ${tag}: ${what}`));
    report.count('emails');
    if (isDoubtful) inDoubt += 1;
  }
  report.count('second copies after a kill', inDoubt);
  report.count(`emails in doubt after ${step}`, inDoubt);
  if (inDoubt > 1)
    report.violate(`killed at ${step}, ${tag}: ${inDoubt} emails at once between dot and reply`);
  report.count('kills');
}

/** With a good mail server, and with every lease expired. */
async function startAgain(fixture: Fixture) {
  const { server, db, report, start } = fixture;
  server.script = () => undefined;
  server.onConfirmed = () => undefined;
  await expireLeases(db);
  fixture.portal = start();
  fixture.url = (await fixture.portal.ready).url;
  if (!(await areAllSent(db, arrivalLimitMs))) report.violate('emails that were never sent');
}

/** Resolves when the portal was killed, once the server has seen that step; what else is said then gets no reply. */
function killWhenSeen(server: ScriptedServer, step: KillStep, kill: () => Promise<unknown>) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  let isSeen = false;
  const seen = () => {
    if (!isSeen) kill().then(resolve, reject);
    isSeen = true;
  };
  server.script = (moment) => {
    if (moment.step === step) seen();
    return isSeen ? 'hang' : undefined;
  };
  server.onConfirmed = () => {
    if (step === 'confirmed') seen();
  };
  return promise;
}

/** Waiting out every lease would take days: the emails that wait are moved into the past, which to the portal is the same. */
async function expireLeases(db: Db) {
  const earlier = (instant: string) => new Date(Date.parse(instant) - expiredAfterMs).toISOString();
  const waiting = await db
    .selectFrom('emails')
    .select(['id', 'next_attempt_at', 'leased_until'])
    .where('sent_at', 'is', null)
    .execute();
  for (const { id, next_attempt_at, leased_until } of waiting)
    await db
      .updateTable('emails')
      .set({
        next_attempt_at: earlier(next_attempt_at),
        leased_until: leased_until && earlier(leased_until),
      })
      .where('id', '=', id)
      .execute();
}
