import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { saveMarks } from '#contract/marks.ts';
import { filesFolderOf } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { type Db, tableNames } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { addWorld, type Site, type World } from '#server/test/matrix/actors.ts';
import { columns } from '#server/test/matrix/rows.ts';

/** Everybody of the access matrices but the supervisor's namesake, who would get their groups when they are revived. */
export const actors = Object.keys(columns).filter((name) => name !== 'namesake');

/** Everybody who sends requests, the groups they send them about, and what of it a request can name. */
export class Actors {
  readonly #world: World;
  /** Identifiers, addresses and names that exist. */
  readonly known: readonly string[];

  private constructor(world: World) {
    this.#world = world;
    const { groups, documents, live } = world;
    this.known = [
      ...Object.values(documents),
      ...Object.values(live).flatMap(({ userId, email, name }) => [userId, email, name]),
      ...Object.values(groups).flatMap(({ groupId, ids, group }) => [
        ...[groupId, group.fypGroupName, ...ids],
        ...group.fypGroupMembers.map(({ roll }) => roll),
      ]),
    ];
  }

  /** Three groups, one of them with marks, in an empty portal. */
  static async openAt(site: Site): Promise<Actors> {
    const world = await addWorld(site);
    const { groupId, ids, supervisor } = world.groups.own;
    const marks = Object.fromEntries(ids.map((id) => [id, { month1: { marks: 7 } }]));
    const body = { semester: 'Semester 7' as const, groupId, marks };
    await supervisor.caller.call(saveMarks, { body });
    return new Actors(world);
  }

  tokenOf(actor: string): string | undefined {
    return this.#world.live[actor]?.token;
  }

  /** Gives somebody their role and a session again, whatever requests have done to their account. */
  async revive(actor: string): Promise<void> {
    const { live, portal } = this.#world;
    const account = live[actor];
    const role = columns[actor];
    if (!account || !role) return;
    const { userId } = account;
    for (const part of ['supervisor', 'external_examiner'] as const) {
      if (role !== 'faculty') break;
      // While they were not of the faculty, the groups that name them were bound to nobody.
      await portal.db
        .updateTable('groups')
        .set({ [`${part}_id`]: userId })
        .where(`${part}_key`, '=', ({ selectFrom }) =>
          selectFrom('users').select('name_key').where('id', '=', userId),
        )
        // The database refuses it in closed cohorts.
        .where('cohort_id', 'in', ({ selectFrom }) =>
          selectFrom('cohorts').select('id').where('closed_at', 'is', null),
        )
        .execute();
    }
    const users = portal.db.updateTable('users').set({ role, blocked_at: null });
    await users.where('id', '=', userId).execute();
    account.token = (await openSession(portal.db, userId, portal.clock())).token;
  }
}

/** The settings stay, as the portal has them in memory, and so do the leases of its jobs. */
const standing: readonly string[] = ['cohorts', 'settings', 'jobs'];

/** Removes everybody and everything, so that the next actors find an empty portal and lists stay short. */
export async function clear(db: Db, dataDir: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const guardAgain = await unguard(trx);
    await trx.updateTable('settings').set({ changed_by: null }).execute();
    // Children before the parents that they refer to.
    for (const table of tableNames.toReversed())
      if (!standing.includes(table)) await trx.deleteFrom(table).execute();
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
