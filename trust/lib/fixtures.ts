import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import type { Role } from '#contract/values/roles.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { insertUser } from '#server/users/add-user.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildEmailAddress, buildProposal, createUniqueName } from '#tools/test/people.ts';

export const initialAdmin = {
  email: 'office@university.test',
  password: 'a long office passphrase',
};

export type Account = { userId: string; name: string; email: string; token: string };

/** Adds an account and a session directly to the database, because a sign-up hashes the password, which is slow. */
export async function addAccount(
  db: Db,
  role: Role,
  { name = createUniqueName(role), now = new Date() } = {},
): Promise<Account> {
  const email = buildEmailAddress(name);
  const user = { name, email, role, passwordHash, supervises: role === 'faculty' };
  const userId = await insertUser({ trx: db, now }, user);
  const { token } = await openSession(db, userId, now);
  return { userId, name, email, token };
}

export const createMembersWithoutAccount = (count: number): { name: string; email: string }[] =>
  Array.from({ length: count }, () => {
    const name = createUniqueName('Mate');
    return { name, email: buildEmailAddress(name) };
  });

export type Group = {
  groupId: string;
  memberIds: string[];
  student: Account;
  mates: { name: string; email: string }[];
  supervisor: Account;
  examiner: Account;
  admin: Account;
};

/** Adds a group in which only the first member has an account. Creates the staff members that are not specified. */
export async function addGroup(
  db: Db,
  url: string,
  {
    members = 2,
    now = new Date(),
    ...overrides
  }: { members?: number; now?: Date } & Partial<
    Pick<Group, 'admin' | 'supervisor' | 'examiner'>
  > = {},
): Promise<Group> {
  const add = (role: Role, name: string) =>
    addAccount(db, role, { name: createUniqueName(name), now });
  const supervisor = overrides.supervisor ?? (await add('faculty', 'Supervisor'));
  const examiner = overrides.examiner ?? (await add('faculty', 'Examiner'));
  const admin = overrides.admin ?? (await add('admin', 'Admin'));
  const student = await add('student', 'Student');
  const mates = createMembersWithoutAccount(members - 1);
  const { groupId } = await new ApiCaller(url, student.token).call(submitProposal, {
    body: buildProposal([student, ...mates], { supervisor: supervisor.name }),
  });
  const { group } = await new ApiCaller(url, admin.token).call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name },
  });
  const memberIds = group.fypGroupMembers.map(({ _id }) => _id);
  return { groupId, memberIds, student, mates, supervisor, examiner, admin };
}
