import { sql } from 'kysely';
import { listMilestones } from '#contract/rules/scheme.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import type { CohortContent } from '#server/content/content.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { isPostgres, migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { initialisePortalContent } from '#server/prepare-content.ts';
import { openSession } from '#server/session/sessions.ts';
import { updateGroupSummaries } from '#server/summaries/update-summaries.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { insertManyGroups } from '#tools/demo/many-groups.ts';
import { addAccount } from '#trust/lib/fixtures.ts';
import { insertHistory } from './history.ts';

export type MarkedGroup = { groupId: string; memberIds: string[]; milestones: string[] };
export type SeededDepartment = {
  groupIds: string[];
  tokens: Record<'admin' | 'supervisor' | 'student', string> & { visitor?: undefined };
  student: { email: string };
  /** A second student, whose requests measure how long others wait. */
  reader: { email: string; token: string };
  /** A group of three with the milestones that its supervisor marks. */
  markedGroup: MarkedGroup;
};

export async function seedDepartment(
  { dataDir, databaseUrl }: DataLocation,
  { groups, years }: { groups: number; years: number },
): Promise<SeededDepartment> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    TIME_ZONE: 'Asia/Karachi',
  });
  const db = openDatabase(config);
  try {
    await migrate(db);
    const files = loadContent(config.contentDir, config.timeZone);
    const content = await initialisePortalContent(db, files, config, new Date());
    const cohort = content.current;
    await insertManyGroups(db, { groups, seed: 1, passwordHash, cohort }, () => {});
    const admin = await addAccount(db, 'admin');
    await insertHistory(db, years, admin.userId);
    // Update the planner statistics now, because the databases would do so only later.
    await (isPostgres(db) ? sql`analyze` : sql`pragma optimize`).execute(db);
    // A running portal does this within a minute.
    await updateGroupSummaries({ db, content, config });
    return await findDepartment(db, cohort, admin.token);
  } finally {
    await db.destroy();
  }
}

async function findDepartment(
  db: Db,
  { scheme }: CohortContent,
  adminToken: string,
): Promise<SeededDepartment> {
  const openToken = async (userId: string) => (await openSession(db, userId, new Date())).token;
  const groups = await db.selectFrom('groups').select('id').orderBy('id').execute();
  const [student, reader] = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .orderBy('users.id')
    .limit(2)
    .execute();
  const { group_id: groupId, supervisor_id } = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['group_id', 'supervisor_id'])
    .where('position', '=', 3)
    .where('supervisor_id', 'is not', null)
    .orderBy('group_id')
    .executeTakeFirstOrThrow();
  const members = db.selectFrom('members').select('id').where('group_id', '=', groupId);
  if (!student || !reader) throw new Error('The department has fewer than two students.');
  return {
    groupIds: groups.map(({ id }) => id),
    tokens: {
      admin: adminToken,
      supervisor: await openToken(supervisor_id ?? ''),
      student: await openToken(student.id),
    },
    student,
    reader: { email: reader.email, token: await openToken(reader.id) },
    markedGroup: {
      groupId,
      memberIds: (await members.execute()).map(({ id }) => id),
      milestones: listMilestones(scheme)
        .filter(({ markers }) => markers.includes('supervisor'))
        .map(({ key }) => key),
    },
  };
}
