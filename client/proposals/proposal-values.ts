import type { Session } from '#client/api/session/session.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { findChoices, ProposalChoice } from '#contract/students/proposals.ts';
import { findListEntry } from '#contract/values/listed.ts';
import { createRandomUuid } from '#contract/values/new-id.ts';
import type { ProposalTexts } from './draft.ts';

export type ProposalFormChoices = EndpointReply<typeof findChoices>;

/** Form values of a member. `key` is the React key. */
export type MemberValues = {
  key: string;
  name: string;
  fathername: string;
  roll: string;
  email: string;
  phone: string;
  feeProof: File | undefined;
  certificate: File | undefined;
};

export type ProposalValues = {
  program: string;
  title: string;
  category: string;
  supervisor: string;
  proposalFile: File | undefined;
  groupMembers: MemberValues[];
};

type Identity = Pick<Session, 'name' | 'email'>;

/** Returns the index of the member who is the current user, or -1. The user may be any of the members. */
export const findOwnIndex = (members: readonly { email: string }[], ownEmail: string): number =>
  members.findIndex(({ email }) => email.trim().toLowerCase() === ownEmail.toLowerCase());

type MemberTexts = ProposalTexts['groupMembers'][number];

export function createMemberValues(texts: Partial<MemberTexts> = {}): MemberValues {
  const { name = '', fathername = '', roll = '', email = '', phone = '' } = texts;
  const key = createRandomUuid();
  return { key, name, fathername, roll, email, phone, feeProof: undefined, certificate: undefined };
}

export function toInitialProposalValues(student: Identity, texts?: ProposalTexts): ProposalValues {
  const { name, email } = student;
  const { program = '', title = '', category = '', supervisor = '' } = texts ?? {};
  const members = texts?.groupMembers ?? [];
  const [first = { name, email: '' }, ...mates] = members;
  const isMissing = first.email === '' && findOwnIndex(members, email) < 0;
  const groupMembers = [
    createMemberValues({ ...first, ...(isMissing && { email }) }),
    ...mates.map(createMemberValues),
  ];
  return { program, title, category, supervisor, proposalFile: undefined, groupMembers };
}

export function clearUnknownChoices(
  values: ProposalValues,
  choices: ProposalFormChoices,
): ProposalValues {
  const pick = (list: ProposalChoice[], value: string) =>
    findListEntry(
      list.map((choice) => choice.value),
      value,
    ) ?? '';
  return {
    ...values,
    program: pick(choices.programs, values.program),
    category: pick(choices.categories, values.category),
    supervisor: pick(choices.supervisors, values.supervisor),
  };
}

export function toProposalTexts({ groupMembers, ...project }: ProposalValues): ProposalTexts {
  const { program, title, category, supervisor } = project;
  return {
    program,
    title,
    category,
    supervisor,
    groupMembers: groupMembers.map(({ name, fathername, roll, email, phone }) => ({
      name,
      fathername,
      roll,
      email,
      phone,
    })),
  };
}

export function listProposalFiles({ proposalFile, groupMembers }: ProposalValues): File[] {
  const memberFiles = groupMembers.flatMap(({ feeProof, certificate }) => [feeProof, certificate]);
  return [proposalFile, ...memberFiles].filter((file) => file !== undefined);
}

export function hasMemberInput({ key: _, ...fields }: MemberValues): boolean {
  return Object.values(fields).some(Boolean);
}

export function hasProposalInput(student: Identity, texts: ProposalTexts): boolean {
  const blank = toProposalTexts(toInitialProposalValues(student));
  return (
    JSON.stringify(toProposalTexts(toInitialProposalValues(student, texts))) !==
    JSON.stringify(blank)
  );
}
