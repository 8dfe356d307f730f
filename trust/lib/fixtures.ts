import { updateGroup } from '#contract/admin.ts';
import type { Role } from '#contract/endpoint.ts';
import { submitProposal } from '#contract/proposals.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import { passwordHash } from '#server/test/password-hash.ts';
import { addUser } from '#server/users/add-user.ts';
import { Caller } from '#tools/test/caller.ts';
import { aName, aProposal, emailOf } from '#tools/test/people.ts';

/** The first admin of a portal that runs as a process. */
export const office = { email: 'office@university.test', password: 'a long office passphrase' };

/** Somebody with an account and a session. */
export type Account = { userId: string; name: string; email: string; token: string };

/** Adds an account without a request, and without the cost of hashing its password. */
export async function addAccount(
  db: Db,
  role: Role,
  { name = aName(role), mustConfirm = false, now = new Date() } = {},
): Promise<Account> {
  const email = emailOf(name);
  const user = { name, email, role, passwordHash, mustConfirm, supervises: role === 'faculty' };
  const userId = await addUser(db, user, now);
  const { token } = await openSession(db, userId, now);
  return { userId, name, email, token };
}

/** As many people without an account. */
export const addMates = (count: number): { name: string; email: string }[] =>
  Array.from({ length: count }, () => {
    const name = aName('Mate');
    return { name, email: emailOf(name) };
  });

export type Group = {
  groupId: string;
  memberIds: string[];
  emails: string[];
  student: Account;
  /** The other members, who have no account. */
  mates: { name: string; email: string }[];
  supervisor: Account;
  examiner: Account;
  admin: Account;
};

/** A group of which the first member has an account, with a supervisor and an external examiner of its own. */
export async function addGroup(
  db: Db,
  url: string,
  {
    members = 2,
    now = new Date(),
    ...given
  }: { members?: number; now?: Date } & Partial<
    Pick<Group, 'admin' | 'supervisor' | 'examiner'>
  > = {},
): Promise<Group> {
  const add = (role: Role, name: string) => addAccount(db, role, { name: aName(name), now });
  const supervisor = given.supervisor ?? (await add('faculty', 'Supervisor'));
  const examiner = given.examiner ?? (await add('faculty', 'Examiner'));
  const admin = given.admin ?? (await add('admin', 'Admin'));
  const student = await add('student', 'Student');
  const mates = addMates(members - 1);
  const { groupId } = await new Caller(url, student.token).call(submitProposal, {
    body: aProposal([student, ...mates], { supervisor: supervisor.name }),
  });
  const { group } = await new Caller(url, admin.token).call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name },
  });
  const memberIds = group.fypGroupMembers.map(({ _id }) => _id);
  const emails = group.fypGroupMembers.map(({ email }) => email);
  return { groupId, memberIds, emails, student, mates, supervisor, examiner, admin };
}
