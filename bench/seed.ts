import { sql } from 'kysely';
import { listMilestones } from '#contract/rules/scheme.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import type { PortalContent } from '#server/content/content.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { isPostgres, migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { initialisePortalContent } from '#server/prepare-content.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { updateGroupSummaries } from '#server/summaries/update-summaries.ts';
import { insertUser } from '#server/users/add-user.ts';
import { insertManyGroups } from '#tools/demo/many-groups.ts';
import { testUserPassword } from '#tools/test/people.ts';

export const benchTimeZone = 'Asia/Karachi';
const studentsInGroup = 2;
const sessionCount = 64;
const markedGroupCount = 16;
const emailGroupCount = 64;

export type SessionUser = { email: string; token: string };
export type MarkedGroup = {
  groupId: string;
  token: string;
  memberIds: string[];
  milestones: string[];
};
export type SeededDepartment = {
  groups: number;
  students: SessionUser[];
  /** Groups whose marks the benchmark saves, each with three members. `token` is the supervisor's session token. */
  markedGroups: MarkedGroup[];
  /** Groups whose emails the benchmark resends. Excludes `markedGroups`: an email blocks resending for a minute. */
  emailGroups: Pick<MarkedGroup, 'groupId' | 'memberIds'>[];
  supervisor: SessionUser;
  admin: SessionUser;
};

export async function seedDepartment(
  workspace: DataLocation,
  students: number,
): Promise<SeededDepartment> {
  const config = readConfig({
    DATA_DIR: workspace.dataDir,
    DATABASE_URL: workspace.databaseUrl,
    TIME_ZONE: benchTimeZone,
  });
  const db = openDatabase(config);
  try {
    await migrate(db);
    const files = loadContent(config.contentDir, benchTimeZone);
    const content = await initialisePortalContent(
      db,
      files,
      { timeZone: benchTimeZone },
      new Date(),
    );
    const department = await fillDepartment(db, content, Math.ceil(students / studentsInGroup));
    // A running portal does this within a minute.
    await updateGroupSummaries({ db, content, config });
    return department;
  } finally {
    await db.destroy();
  }
}

async function fillDepartment(
  db: Db,
  content: PortalContent,
  groups: number,
): Promise<SeededDepartment> {
  const passwordHash = await hashPassword(testUserPassword);
  const cohort = content.current;
  await insertManyGroups(db, { groups, seed: 1, passwordHash, cohort }, () => {});
  const office = { name: 'Admin', email: 'office@university.test', role: 'admin' } as const;
  const adminId = await insertUser({ trx: db, now: new Date() }, { ...office, passwordHash });
  // Update the planner statistics now, because the databases would do so only later.
  await (isPostgres(db) ? sql`analyze` : sql`pragma optimize`).execute(db);
  const markedGroups = await findGroupsOfThree(db, content);
  return {
    groups,
    students: await openStudentSessions(db),
    markedGroups,
    emailGroups: await findExaminedGroups(
      db,
      markedGroups.map(({ groupId }) => groupId),
    ),
    supervisor: await findSupervisor(db, markedGroups[0]),
    admin: { email: office.email, token: await openToken(db, adminId) },
  };
}

const openToken = async (db: Db, userId: string) =>
  (await openSession(db, userId, new Date(), 'bench')).token;

async function openStudentSessions(db: Db): Promise<SessionUser[]> {
  const users = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .orderBy('users.id')
    .limit(sessionCount)
    .execute();
  const result: SessionUser[] = [];
  for (const { id, email } of users) result.push({ email, token: await openToken(db, id) });
  return result;
}

async function findGroupsOfThree(db: Db, content: PortalContent): Promise<MarkedGroup[]> {
  const milestones = listMilestones(content.current.scheme)
    .filter(({ markers }) => markers.includes('supervisor'))
    .map(({ key }) => key);
  const groups = await db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id', 'groups.supervisor_id'])
    .where('members.position', '=', 3)
    .where('groups.supervisor_id', 'is not', null)
    .orderBy('groups.id')
    .limit(markedGroupCount)
    .execute();
  const result: MarkedGroup[] = [];
  for (const { id: groupId, supervisor_id } of groups) {
    const members = await db
      .selectFrom('members')
      .select('id')
      .where('group_id', '=', groupId)
      .execute();
    const memberIds = members.map(({ id }) => id);
    result.push({
      groupId,
      memberIds,
      milestones,
      token: await openToken(db, supervisor_id ?? ''),
    });
  }
  return result;
}

async function findSupervisor(db: Db, markedGroups: MarkedGroup | undefined): Promise<SessionUser> {
  const { email } = await db
    .selectFrom('users')
    .innerJoin('groups', 'groups.supervisor_id', 'users.id')
    .select('users.email')
    .where('groups.id', '=', markedGroups?.groupId ?? '')
    .executeTakeFirstOrThrow();
  return { email, token: markedGroups?.token ?? '' };
}

/** Returns groups with a recorded viva, so that there is a result to email to their members. */
async function findExaminedGroups(db: Db, excludedIds: readonly string[]) {
  const members = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'groups.id as groupId'])
    .where('groups.viva_revision', '>', 0)
    .where('groups.id', 'not in', excludedIds)
    .orderBy('groups.id')
    .limit(emailGroupCount * studentsInGroup)
    .execute();
  return Map.groupBy(members, ({ groupId }) => groupId)
    .entries()
    .map(([groupId, members]) => ({ groupId, memberIds: members.map(({ id }) => id) }))
    .toArray();
}
