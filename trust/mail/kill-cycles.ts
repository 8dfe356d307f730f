import { setTimeout as sleep } from 'node:timers/promises';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { countTwice } from '#server/admin/undelivered-emails.ts';
import type { Place } from '#server/backup/places.ts';
import { openDatabase } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup } from '#tools/test/people.ts';
import { office, startPortal } from '#trust/lib/portal-process.ts';
import { copiesFor } from './copies.ts';
import { openScriptedServer, type ScriptedServer } from './scripted-server.ts';

/** What the mail server has just seen or said when the portal is killed. */
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
export type KillStep = (typeof killSteps)[number];

export type KillFigures = {
  kills: number;
  emails: number;
  /** Of emails whose dot had been sent and whose 250 was not written down yet, by step. */
  secondCopies: Partial<Record<KillStep, number>>;
  /** How long a save took while the mail server said nothing at all. */
  saveMs: number;
  findings: string[];
};

const arrivalLimitMs = 20_000;
/** Longer than a lease and the first wait. */
const goneByMs = 10 * 60_000;

type Member = { _id: string; email: string };

/** Kills the real portal, again and again on the same data, when its mail server has seen these steps of a conversation. */
export async function runKills(
  place: Place,
  { at, onKill }: { at: readonly KillStep[]; onKill?: (kill: number) => void },
): Promise<KillFigures> {
  const figures: KillFigures = { kills: 0, emails: 0, secondCopies: {}, saveMs: 0, findings: [] };
  const server = await openScriptedServer();
  const db = openDatabase(place);
  const start = () => startPortal({ ...place, smtpUrl: server.url });
  let portal = start();
  try {
    let { url } = await portal.ready;
    const admin = await new Caller(url).logIn(office.email, office.password);
    const { groupId, group, supervisor } = await aGroup(admin, { members: 3 });
    const { token } = supervisor.caller;
    const members: Member[] = group.fypGroupMembers.map(({ _id, email }) => ({ _id, email }));
    await allSent(db);

    const save = async (tag: string) => {
      const marks = Object.fromEntries(
        members.map(({ _id }) => [_id, { month1: { marks: 5, feedback: tag } }]),
      );
      const body = { semester: 'Semester 7', groupId, marks } as const;
      await new Caller(url, token).call(saveMarks, { body });
      await new Caller(url, token).call(mailGroup, { params: { groupId } });
    };
    const again = async () => {
      server.script = () => undefined;
      server.onConfirmed = () => undefined;
      await letTimeGoBy(db);
      portal = start();
      ({ url } = await portal.ready);
      if (!(await allSent(db))) figures.findings.push('emails that were never sent');
    };

    server.script = () => 'hang';
    const began = performance.now();
    await save('tag0x');
    figures.saveMs = performance.now() - began;
    await portal.kill('SIGKILL');
    await again();

    for (const step of at) {
      const tag = `tag${figures.kills + 1}x`;
      server.kept.length = 0;
      const killed = whenSeen(server, step, () => portal.kill('SIGKILL'));
      const saved = save(tag).then(
        () => true,
        () => false,
      );
      await killed;
      await saved;
      const written = await sentTo(db, tag);
      const before = [...server.kept];
      await again();
      let inDoubt = 0;
      for (const { email } of members) {
        const copies = await copiesFor(server.kept, email, tag);
        const isDoubtful = !written.has(email) && (await copiesFor(before, email, tag)).length > 0;
        const wanted = isDoubtful ? 2 : 1;
        if (copies.length !== wanted) {
          figures.findings.push(`${step}, ${tag}: ${copies.length} copies instead of ${wanted}`);
        }
        if (new Set(copies.map(({ messageId }) => messageId)).size > 1) {
          figures.findings.push(`${step}, ${tag}: copies of different Message-IDs`);
        }
        figures.emails += 1;
        if (isDoubtful) inDoubt += 1;
      }
      if (inDoubt > 0) figures.secondCopies[step] = (figures.secondCopies[step] ?? 0) + inDoubt;
      if (inDoubt > 1) {
        figures.findings.push(`${step}, ${tag}: ${inDoubt} emails at once between dot and answer`);
      }
      figures.kills += 1;
      onKill?.(figures.kills);
    }
    const copies = Object.values(figures.secondCopies).reduce((sum, count) => sum + count, 0);
    const told = await countTwice(db, new Date());
    if (told < copies) figures.findings.push(`${copies} second copies, ${told} shown to admins`);
  } finally {
    await portal.kill('SIGKILL');
    await db.destroy();
    await server.close();
  }
  return figures;
}

/** Resolves when the portal was killed, once the server has seen that step; what else is said then is not answered. */
function whenSeen(server: ScriptedServer, step: KillStep, kill: () => Promise<unknown>) {
  return new Promise<void>((resolve, reject) => {
    let isSeen = false;
    const seen = () => {
      if (isSeen) return;
      isSeen = true;
      kill().then(() => resolve(), reject);
    };
    server.script = (moment) => {
      if (moment.step === step) seen();
      return isSeen ? 'hang' : undefined;
    };
    server.onConfirmed = () => {
      if (step === 'confirmed') seen();
    };
  });
}

/**
 * Waiting out every lease would take days: the emails that wait are moved into the past instead, which to the portal
 * is the same.
 */
async function letTimeGoBy(db: Db) {
  const earlier = (instant: string) => new Date(Date.parse(instant) - goneByMs).toISOString();
  const waiting = await db
    .selectFrom('emails')
    .select(['id', 'next_attempt_at', 'leased_until'])
    .where('sent_at', 'is', null)
    .execute();
  for (const { id, next_attempt_at, leased_until } of waiting) {
    await db
      .updateTable('emails')
      .set({
        next_attempt_at: earlier(next_attempt_at),
        leased_until: leased_until && earlier(leased_until),
      })
      .where('id', '=', id)
      .execute();
  }
}

/** The recipients whose email with that tag is written down as sent. */
async function sentTo(db: Db, tag: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('emails')
    .select('recipient')
    .where('text_body', 'like', `%${tag}%`)
    .where('sent_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

/** Whether every email goes out in time. */
async function allSent(db: Db): Promise<boolean> {
  const until = performance.now() + arrivalLimitMs;
  while (performance.now() < until) {
    const waiting = await db
      .selectFrom('emails')
      .select('id')
      .where('sent_at', 'is', null)
      .executeTakeFirst();
    if (!waiting) return true;
    await sleep(20);
  }
  return false;
}
