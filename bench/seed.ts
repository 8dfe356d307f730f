import { sql } from 'kysely';
import { milestonesOf } from '#contract/rules/scheme.ts';
import { openDatabase, type Place } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import type { Content } from '#server/content/content.ts';
import { loadContent } from '#server/content/load-content.ts';
import { isPostgres, migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { prepareContent } from '#server/prepare-content.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { openSession } from '#server/session/sessions.ts';
import { addUser } from '#server/users/add-user.ts';
import { addManyGroups } from '#tools/demo/many-groups.ts';
import { password } from '#tools/test/people.ts';

export const timeZone = 'Asia/Karachi';
/** A group has two members on average. */
const studentsInGroup = 2;
const studentsLoggedIn = 64;
const groupsMarked = 16;
const groupsTold = 64;

export type Person = { email: string; token: string };
export type Marked = { groupId: string; token: string; memberIds: string[]; milestones: string[] };
/** Who asks for what. */
export type Department = {
  groups: number;
  students: Person[];
  /** Groups of three that saves go to, each with its supervisor's session. */
  marked: Marked[];
  /** Others, whom no save has told anything: a group gets the same emails again only after a minute. */
  told: Pick<Marked, 'groupId' | 'memberIds'>[];
  supervisor: Person;
  admin: Person;
};

/** An empty place becomes a department, written straight into its database; sessions are opened without a login. */
export async function seed(place: Place, students: number): Promise<Department> {
  const config = readConfig({ DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl });
  const db = openDatabase(config);
  try {
    await migrate(db);
    const files = loadContent(config.contentDir, timeZone);
    const content = await prepareContent(db, files, timeZone, new Date());
    return await fill(db, content, Math.ceil(students / studentsInGroup));
  } finally {
    await db.destroy();
  }
}

async function fill(db: Db, content: Content, groups: number): Promise<Department> {
  const passwordHash = await hashPassword(password);
  const cohort = content.current;
  await addManyGroups(db, { groups, seed: 1, passwordHash, cohort }, () => {});
  const office = { name: 'Admin', email: 'office@university.test', role: 'admin' } as const;
  const adminId = await addUser(db, { ...office, passwordHash }, new Date());
  // As PostgreSQL does by itself soon after many rows have come.
  await (isPostgres(db) ? sql`analyze` : sql`pragma optimize`).execute(db);
  const marked = await groupsOfThree(db, content);
  return {
    groups,
    students: await logIn(db),
    marked,
    told: await groupsExamined(
      db,
      marked.map(({ groupId }) => groupId),
    ),
    supervisor: await supervisorOf(db, marked[0]),
    admin: { email: office.email, token: await tokenOf(db, adminId) },
  };
}

const tokenOf = async (db: Db, userId: string) =>
  (await openSession(db, userId, new Date(), 'bench')).token;

async function logIn(db: Db): Promise<Person[]> {
  const users = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .orderBy('users.id')
    .limit(studentsLoggedIn)
    .execute();
  const found: Person[] = [];
  for (const { id, email } of users) found.push({ email, token: await tokenOf(db, id) });
  return found;
}

async function groupsOfThree(db: Db, content: Content): Promise<Marked[]> {
  const milestones = milestonesOf(content.current.scheme)
    .filter(({ markers }) => markers.includes('supervisor'))
    .map(({ key }) => key);
  const groups = await db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id', 'groups.supervisor_id'])
    .where('members.position', '=', 3)
    .where('groups.supervisor_id', 'is not', null)
    .orderBy('groups.id')
    .limit(groupsMarked)
    .execute();
  const found: Marked[] = [];
  for (const { id: groupId, supervisor_id } of groups) {
    const members = await db
      .selectFrom('members')
      .select('id')
      .where('group_id', '=', groupId)
      .execute();
    const memberIds = members.map(({ id }) => id);
    found.push({ groupId, memberIds, milestones, token: await tokenOf(db, supervisor_id ?? '') });
  }
  return found;
}

async function supervisorOf(db: Db, marked: Marked | undefined): Promise<Person> {
  const { email } = await db
    .selectFrom('users')
    .innerJoin('groups', 'groups.supervisor_id', 'users.id')
    .select('users.email')
    .where('groups.id', '=', marked?.groupId ?? '')
    .executeTakeFirstOrThrow();
  return { email, token: marked?.token ?? '' };
}

/** Their members have something to be told: the viva at least. */
async function groupsExamined(db: Db, without: readonly string[]) {
  const members = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'groups.id as groupId'])
    .where('groups.viva_revision', '>', 0)
    .where('groups.id', 'not in', without)
    .orderBy('groups.id')
    .limit(groupsTold * studentsInGroup)
    .execute();
  return Map.groupBy(members, ({ groupId }) => groupId)
    .entries()
    .map(([groupId, its]) => ({ groupId, memberIds: its.map(({ id }) => id) }))
    .toArray();
}
