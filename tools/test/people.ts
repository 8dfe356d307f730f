import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findGroup } from '#contract/groups.ts';
import {
  type Proposal,
  type ProposalMember,
  submitProposal,
} from '#contract/students/proposals.ts';
import { createUser } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import type { ApiCaller } from './caller.ts';
import { buildPdf } from './files/sample-files.ts';

export const testUserPassword = 'a long passphrase';

export function toFile(content: Uint8Array, name: string): File {
  return new File([content as Uint8Array<ArrayBuffer>], name);
}

export const buildPdfFile = (name = 'file.pdf'): File => toFile(buildPdf({ title: name }), name);

let peopleCount = 0;
/** Returns a unique name that contains no digits. Later names follow earlier ones in alphabetical order. */
export function createUniqueName(first: string): string {
  peopleCount += 1;
  const digits = String(peopleCount).padStart(5, '0');
  const letters = [...digits].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return `${first} Person${letters}`;
}

export const buildEmailAddress = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@university.test`;

export type Person = { name: string; email: string; caller: ApiCaller };

export async function registerStudent(
  visitor: ApiCaller,
  name = createUniqueName('Student'),
  email = buildEmailAddress(name),
): Promise<Person> {
  await visitor.call(register, { body: { name, email, password: testUserPassword } });
  return { name, email, caller: await visitor.logIn(email, testUserPassword) };
}

export async function createAccount(
  admin: ApiCaller,
  role: Role,
  name = createUniqueName(role),
  email = buildEmailAddress(name),
): Promise<Person> {
  await admin.call(createUser, {
    body: { name, email, role, password: testUserPassword, supervises: role === 'faculty' },
  });
  return { name, email, caller: await admin.logIn(email, testUserPassword) };
}

export function buildMember({ name, email }: { name: string; email: string }): ProposalMember {
  peopleCount += 1;
  return {
    name,
    fathername: `Father of ${name}`,
    roll: `F22-${String(peopleCount).padStart(4, '0')}`,
    email,
    phone: `+92 3${String(100_000_000 + peopleCount)}`,
    feeProof: buildPdfFile('fee-proof.pdf'),
  };
}

export function buildProposal(
  members: readonly { name: string; email: string }[],
  changes: Partial<Proposal> = {},
): Proposal {
  return {
    program: 'BSCS',
    title: 'A portal for final-year projects',
    category: 'Web Development',
    supervisor: 'other',
    proposalFile: buildPdfFile('proposal.pdf'),
    groupMembers: members.map(buildMember),
    ...changes,
  };
}

/** Creates a group with a supervisor and an external examiner. Only the first member has an account. */
export async function createGroup(
  admin: ApiCaller,
  { members = 2, ...project }: { members?: number; program?: string; category?: string } = {},
) {
  const supervisor = await createAccount(admin, 'faculty', createUniqueName('Supervisor'));
  const examiner = await createAccount(admin, 'faculty', createUniqueName('Examiner'));
  const student = await registerStudent(admin);
  const mates = Array.from({ length: members - 1 }, () => {
    const name = createUniqueName('Mate');
    return { name, email: buildEmailAddress(name) };
  });
  const { groupId } = await student.caller.call(submitProposal, {
    body: buildProposal([student, ...mates], { supervisor: supervisor.name, ...project }),
  });
  const { group } = await admin.call(updateGroup, {
    params: { groupId },
    body: { externalExaminer: examiner.name },
  });
  const read = async () => {
    const reply = await admin.call(findGroup, { params: { email: student.email } });
    return reply.group;
  };
  return { groupId, group, supervisor, examiner, student, mates, read };
}
