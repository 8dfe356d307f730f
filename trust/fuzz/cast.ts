import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { uploadDocument } from '#contract/documents.ts';
import type { Role } from '#contract/endpoint.ts';
import { saveMarks } from '#contract/marks.ts';
import { filesFolderOf } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { addUser } from '#server/users/add-user.ts';
import { Caller } from '#tools/test/caller.ts';
import { aGroup, aName, aPdf, emailOf, password } from '#tools/test/people.ts';

export const actors = [
  'visitor',
  'student',
  'newcomer',
  'supervisor',
  'examiner',
  'admin',
] as const;
export type Actor = (typeof actors)[number];

const passwordHash = await hashPassword(password);

/** Everybody who sends requests, the groups they send them about, and what of it a request can name. */
export class Cast {
  readonly #db: Db;
  readonly #people = new Map<Actor, { userId: string; role: Role; token: string }>();
  /** Identifiers, addresses and names that exist. */
  readonly known: string[] = [];

  private constructor(db: Db) {
    this.#db = db;
  }

  /** Two groups with marks and files, in an empty portal. */
  static async assemble(db: Db, url: string): Promise<Cast> {
    const cast = new Cast(db);
    await cast.#add('admin', 'admin', aName('Admin'));
    await cast.#add('newcomer', 'student', aName('Newcomer'));
    const admin = new Caller(url, cast.tokenOf('admin'));
    for (const members of [2, 3]) {
      const { student, supervisor, examiner, groupId, group } = await aGroup(admin, { members });
      const cells = group.fypGroupMembers.map(({ _id }) => [_id, { month1: { marks: 7 } }]);
      const body = { semester: 'Semester 7' as const, groupId, marks: Object.fromEntries(cells) };
      await supervisor.caller.call(saveMarks, { body });
      const { document } = await student.caller.call(uploadDocument, {
        params: { kind: 'thesis', email: student.email },
        body: { file: aPdf() },
      });
      cast.known.push(groupId, document._id, group.fypGroupName, student.email, supervisor.name);
      cast.known.push(...group.fypGroupMembers.flatMap(({ _id, roll }) => [_id, roll]));
      // The last group's people are the ones that act.
      await cast.#take('student', 'student', student.email);
      await cast.#take('supervisor', 'faculty', supervisor.email);
      await cast.#take('examiner', 'faculty', examiner.email);
    }
    return cast;
  }

  tokenOf(actor: Actor): string | undefined {
    return this.#people.get(actor)?.token;
  }

  /** Gives somebody his role and a session again, whatever requests have done to his account. */
  async revive(actor: Actor): Promise<void> {
    const person = this.#people.get(actor);
    if (!person) return;
    for (const part of ['supervisor', 'external_examiner'] as const) {
      // While they were not of the faculty, the groups that name them were bound to nobody.
      await this.#db
        .updateTable('groups')
        .set({ [`${part}_id`]: person.userId })
        .where(`${part}_key`, '=', ({ selectFrom }) =>
          selectFrom('users').select('name_key').where('id', '=', person.userId),
        )
        .execute();
    }
    await this.#db
      .updateTable('users')
      .set({ role: person.role, blocked_at: null })
      .where('id', '=', person.userId)
      .execute();
    person.token = (await openSession(this.#db, person.userId, new Date())).token;
  }

  async #add(actor: Actor, role: Role, name: string) {
    const email = emailOf(name);
    await addUser(this.#db, { name, email, role, passwordHash }, new Date());
    await this.#take(actor, role, email);
  }

  async #take(actor: Actor, role: Role, email: string) {
    const { id } = await this.#db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    this.#people.set(actor, { userId: id, role, token: '' });
    this.known.push(id, email);
    await this.revive(actor);
  }
}

/** Children before the parents that they refer to. */
const tables = [
  ...(['sessions', 'one_use_links', 'emails', 'objections', 'documents'] as const),
  ...(['known_devices', 'login_throttles', 'token_buckets'] as const),
  ...(['changes', 'marks', 'members', 'groups', 'group_numbers', 'users'] as const),
  ...(['audit_entries'] as const),
];

/** Removes everybody and everything, so that the next cast finds an empty portal and lists stay short. */
export async function clear(db: Db, dataDir: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const guardAgain = await unguard(trx);
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
