import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin.ts';
import type { Role } from '#contract/endpoint.ts';
import { findGroup } from '#contract/groups.ts';
import { type Proposal, type ProposalMember, submitProposal } from '#contract/proposals.ts';
import { createUser } from '#contract/users.ts';
import type { Caller } from './caller.ts';
import { pdf } from './sample-files.ts';

/** Everybody's password in tests. */
export const password = 'a long passphrase';

/** A file as a form takes it. */
export function fileOf(content: Uint8Array, name: string): File {
  return new File([content as Uint8Array<ArrayBuffer>], name);
}

export const aPdf = (name = 'file.pdf'): File => fileOf(pdf({ title: name }), name);

let people = 0;
/** A name that nobody has yet, spelled in letters as names are. */
export function aName(first: string): string {
  people += 1;
  const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return `${first} Person${letters}`;
}

export const emailOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@university.test`;

/** A person with an account. */
export type Person = { name: string; email: string; caller: Caller };

/** Signs a student up and logs them in. */
export async function aStudent(
  anyone: Caller,
  name = aName('Student'),
  email = emailOf(name),
): Promise<Person> {
  await anyone.call(register, { body: { name, email, password } });
  return { name, email, caller: await anyone.logIn(email, password) };
}

/** Has the admin make an account, and logs in to it. */
export async function aUser(
  admin: Caller,
  role: Role,
  name = aName(role),
  email = emailOf(name),
): Promise<Person> {
  await admin.call(createUser, {
    body: { name, email, role, password, supervises: role === 'faculty' },
  });
  return { name, email, caller: await admin.logIn(email, password) };
}

/** A member of a proposal with valid details of their own. */
export function aMember({ name, email }: { name: string; email: string }): ProposalMember {
  people += 1;
  return {
    name,
    fathername: `Father of ${name}`,
    roll: `F22-${String(people).padStart(4, '0')}`,
    email,
    phone: `+92 3${String(100_000_000 + people)}`,
    feeProof: aPdf('fee-proof.pdf'),
  };
}

/** A valid proposal of these members. */
export function aProposal(
  members: readonly { name: string; email: string }[],
  changes: Partial<Proposal> = {},
): Proposal {
  return {
    program: 'BSCS',
    title: 'A portal for final-year projects',
    category: 'Web Development',
    supervisor: 'other',
    proposalFile: aPdf('proposal.pdf'),
    groupMembers: members.map(aMember),
    ...changes,
  };
}

/**
 * A group of as many members as asked for, the first with an account, with a supervisor and an external examiner
 * of its own: the scene that most stories begin with.
 */
export async function aGroup(
  admin: Caller,
  { members = 2, program = 'BSCS' }: { members?: number; program?: string } = {},
) {
  const supervisor = await aUser(admin, 'faculty', aName('Supervisor'));
  const examiner = await aUser(admin, 'faculty', aName('Examiner'));
  const student = await aStudent(admin);
  const mates = Array.from({ length: members - 1 }, () => {
    const name = aName('Mate');
    return { name, email: emailOf(name) };
  });
  const { groupId } = await student.caller.call(submitProposal, {
    body: aProposal([student, ...mates], { supervisor: supervisor.name, program }),
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
