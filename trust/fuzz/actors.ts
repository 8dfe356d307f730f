import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { saveMarks } from '#contract/marks.ts';
import { getFilesFolder } from '#server/backup/places.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { sortTablesByForeignKeys } from '#server/db/references.ts';
import { tableNames } from '#server/db/schema.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import {
  addMatrixFixture,
  type MatrixFixture,
  type MatrixPortal,
} from '#server/test/matrix/actors.ts';
import { matrixActorRoles } from '#server/test/matrix/rows.ts';

/** Excludes the supervisor's namesake, to whom `restoreAccount` would assign the supervisor's groups. */
export const actorNames = Object.keys(matrixActorRoles).filter((name) => name !== 'namesake');

export class FuzzActors {
  readonly #fixture: MatrixFixture;
  /** IDs, email addresses, names and roll numbers that exist in the portal. */
  readonly known: readonly string[];

  private constructor(fixture: MatrixFixture) {
    this.#fixture = fixture;
    const { groups, documents, live } = fixture;
    this.known = [
      ...Object.values(documents),
      ...Object.values(live).flatMap(({ userId, email, name }) => [userId, email, name]),
      ...Object.values(groups).flatMap(({ groupId, ids, group }) => [
        groupId,
        group.fypGroupName,
        ...ids,
        ...group.fypGroupMembers.map(({ roll }) => roll),
      ]),
    ];
  }

  /** Adds three groups, one of them with marks, to an empty portal. */
  static async create(site: MatrixPortal): Promise<FuzzActors> {
    const fixture = await addMatrixFixture(site);
    const { groupId, ids, supervisor } = fixture.groups.own;
    const marks = Object.fromEntries(ids.map((id) => [id, { month1: { marks: 7 } }]));
    const body = { semester: 'Semester 7' as const, groupId, marks };
    await supervisor.caller.call(saveMarks, { body });
    return new FuzzActors(fixture);
  }

  getToken(actor: string): string | undefined {
    return this.#fixture.live[actor]?.token;
  }

  /** Restores the role, groups and session of an actor whose account may have been changed by earlier requests. */
  async restoreAccount(actor: string): Promise<void> {
    const { live, portal } = this.#fixture;
    const account = live[actor];
    const accountRole = matrixActorRoles[actor];
    if (!account || !accountRole) return;
    const { userId } = account;
    for (const role of ['supervisor', 'external_examiner'] as const) {
      if (accountRole !== 'faculty') break;
      // Restore the account's links to groups that name it as supervisor or examiner: a change of role removes them.
      await portal.db
        .updateTable('groups')
        .set({ [`${role}_id`]: userId })
        .where(`${role}_key`, '=', ({ selectFrom }) =>
          selectFrom('users').select('name_key').where('id', '=', userId),
        )
        // Skip closed cohorts, because the database rejects changes to their groups.
        .where('cohort_id', 'in', ({ selectFrom }) =>
          selectFrom('cohorts').select('id').where('closed_at', 'is', null),
        )
        .execute();
    }
    const users = portal.db.updateTable('users').set({ role: accountRole, blocked_at: null });
    await users.where('id', '=', userId).execute();
    account.token = (await openSession(portal.db, userId, portal.clock())).token;
  }
}

/** Tables that `deletePortalData` keeps: the portal caches `cohorts` and `settings`, and `jobs` contains active leases. */
const tablesToKeep: readonly string[] = ['cohorts', 'settings', 'jobs'];

export async function deletePortalData(db: Db, dataDir: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const enableTriggers = await disableTriggers(trx);
    await trx.updateTable('settings').set({ changed_by: null }).execute();
    for (const table of (await sortTablesByForeignKeys(trx, tableNames)).toReversed())
      if (!tablesToKeep.includes(table)) await trx.deleteFrom(table).execute();
    await enableTriggers();
  });
  for (const folder of [join(getFilesFolder({ dataDir }), 'kept'), join(dataDir, 'outbox')]) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { force: true });
  }
}

/** Disables all triggers in this transaction. Returns a function that enables them again. */
async function disableTriggers(trx: Db): Promise<() => Promise<void>> {
  if (isPostgres(trx)) {
    await sql`set local session_replication_role = replica`.execute(trx);
    return async () => {};
  }
  const { rows: triggers } = await sql<{ name: string; statement: string }>`
    select name, sql as statement from sqlite_master where type = 'trigger'
  `.execute(trx);
  for (const { name } of triggers) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
  return async () => {
    for (const { statement } of triggers) await sql.raw(statement).execute(trx);
  };
}
