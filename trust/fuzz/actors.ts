import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { uploadDocument } from '#contract/documents.ts';
import type { Role } from '#contract/endpoint.ts';
import { saveMarks } from '#contract/marks.ts';
import { filesFolderOf } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { Caller } from '#tools/test/caller.ts';
import { aPdf } from '#tools/test/people.ts';
import { type Account, addAccount, addGroup } from '#trust/lib/fixtures.ts';

export const actors = [
  'visitor',
  'student',
  'newcomer',
  'supervisor',
  'examiner',
  'admin',
] as const;
export type Actor = (typeof actors)[number];

/** Everybody who sends requests, the groups they send them about, and what of it a request can name. */
export class Actors {
  readonly #db: Db;
  readonly #accounts = new Map<Actor, Account & { role: Role }>();
  /** Identifiers, addresses and names that exist. */
  readonly known: string[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  /** Two groups with marks and files, in an empty portal. */
  async addGroups(url: string): Promise<void> {
    for (const members of [2, 3]) {
      const group = await addGroup(this.#db, url, { members });
      const { groupId, memberIds, student, supervisor, examiner, admin } = group;
      const cells = memberIds.map((id) => [id, { month1: { marks: 7 } }]);
      const body = { semester: 'Semester 7' as const, groupId, marks: Object.fromEntries(cells) };
      const saved = await new Caller(url, supervisor.token).call(saveMarks, { body });
      const { document } = await new Caller(url, student.token).call(uploadDocument, {
        params: { kind: 'thesis', email: student.email },
        body: { file: aPdf() },
      });
      const { fypGroupName, fypGroupMembers } = saved.group;
      this.known.push(groupId, document._id, fypGroupName, ...memberIds);
      this.known.push(...fypGroupMembers.map(({ roll }) => roll));
      // The last group's people are the ones that act.
      const newcomer = await addAccount(this.#db, 'student');
      const [asStudent, asFaculty] = [{ role: 'student' }, { role: 'faculty' }] as const;
      for (const [actor, account] of [
        ['student', { ...student, ...asStudent }],
        ['newcomer', { ...newcomer, ...asStudent }],
        ['supervisor', { ...supervisor, ...asFaculty }],
        ['examiner', { ...examiner, ...asFaculty }],
        ['admin', { ...admin, role: 'admin' }],
      ] as const) {
        this.#accounts.set(actor, account);
        this.known.push(account.userId, account.email, account.name);
      }
    }
  }

  tokenOf(actor: Actor): string | undefined {
    return this.#accounts.get(actor)?.token;
  }

  /** Gives somebody their role and a session again, whatever requests have done to their account. */
  async revive(actor: Actor): Promise<void> {
    const account = this.#accounts.get(actor);
    if (!account) return;
    const { userId, role } = account;
    for (const part of ['supervisor', 'external_examiner'] as const) {
      // While they were not of the faculty, the groups that name them were bound to nobody.
      await this.#db
        .updateTable('groups')
        .set({ [`${part}_id`]: userId })
        .where(`${part}_key`, '=', ({ selectFrom }) =>
          selectFrom('users').select('name_key').where('id', '=', userId),
        )
        .execute();
    }
    const users = this.#db.updateTable('users').set({ role, blocked_at: null });
    await users.where('id', '=', userId).execute();
    account.token = (await openSession(this.#db, userId, new Date())).token;
  }
}

/** Children before the parents that they refer to. */
const tables = [
  ...(['announcement_emails', 'announcement_groups', 'announcements'] as const),
  ...(['sessions', 'one_use_links', 'emails', 'objections', 'reminders'] as const),
  ...(['extension_requests', 'group_deadlines', 'calendars', 'muted_reminders'] as const),
  ...(['downloads', 'notices', 'notice_settings', 'unsubscribe_tokens'] as const),
  ...(['certificates', 'documents'] as const),
  ...(['known_devices', 'login_throttles', 'token_buckets'] as const),
  ...(['changes', 'marks', 'members', 'groups', 'group_sequences', 'users'] as const),
  ...(['audit_entries'] as const),
];

/** Removes everybody and everything, so that the next actors find an empty portal and lists stay short. */
export async function clear(db: Db, dataDir: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const guardAgain = await unguard(trx);
    // The settings stay, as the portal has them in memory.
    await trx.updateTable('settings').set({ changed_by: null }).execute();
    for (const table of tables) await trx.deleteFrom(table).execute();
    await guardAgain();
  });
  for (const folder of [join(filesFolderOf({ dataDir }), 'kept'), join(dataDir, 'outbox')]) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
  }
}

/**
 * Takes the guards against changes away for a transaction, as only the database’s owner can (on PostgreSQL: a superuser).
 * Gives what brings them back.
 */
async function unguard(trx: Db): Promise<() => Promise<void>> {
  if (isPostgres(trx)) {
    await sql`set local session_replication_role = replica`.execute(trx);
    return async () => {};
  }
  const { rows: guards } = await sql<{ name: string; made: string }>`
    select name, sql as made from sqlite_master where type = 'trigger'
  `.execute(trx);
  for (const { name } of guards) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
  return async () => {
    for (const { made } of guards) await sql.raw(made).execute(trx);
  };
}
