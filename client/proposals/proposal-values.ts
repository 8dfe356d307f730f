import type { Session } from '#client/api/session.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Choice, findChoices } from '#contract/proposals.ts';
import { findListed } from '#contract/values/listed.ts';
import type { ProposalTexts } from './draft.ts';

export type Choices = ReplyOf<typeof findChoices>;

/** One member as the form holds them; `key` tells rows apart when one is removed. */
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
type MemberTexts = ProposalTexts['groupMembers'][number];

export function memberOf(texts: Partial<MemberTexts> = {}): MemberValues {
  const { name = '', fathername = '', roll = '', email = '', phone = '' } = texts;
  const key = crypto.randomUUID();
  return { key, name, fathername, roll, email, phone, feeProof: undefined, certificate: undefined };
}

/** What the form starts with: a draft's texts, and the student as first member. */
export function valuesOf(student: Identity, texts?: ProposalTexts): ProposalValues {
  const { name, email } = student;
  const { program = '', title = '', category = '', supervisor = '' } = texts ?? {};
  const [first = { name }, ...mates] = texts?.groupMembers ?? [];
  const groupMembers = [memberOf({ ...first, email }), ...mates.map(memberOf)];
  return { program, title, category, supervisor, proposalFile: undefined, groupMembers };
}

/** A draft may be older than the department's lists: what they no longer offer is chosen anew. */
export function offered(values: ProposalValues, choices: Choices): ProposalValues {
  const pick = (list: Choice[], value: string) =>
    findListed(
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

/** What a draft keeps: the texts, without files and keys. */
export function textsOf({ groupMembers, ...project }: ProposalValues): ProposalTexts {
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

export function filesOf({ proposalFile, groupMembers }: ProposalValues): File[] {
  const own = groupMembers.flatMap(({ feeProof, certificate }) => [feeProof, certificate]);
  return [proposalFile, ...own].filter((file) => file !== undefined);
}

/** Whether removing the member would lose something. */
export function isFilled({ key: _, ...fields }: MemberValues): boolean {
  return Object.values(fields).some(Boolean);
}

/** Whether a draft holds more than what the form starts with. */
export function isTyped(student: Identity, texts: ProposalTexts): boolean {
  const blank = textsOf(valuesOf(student));
  return JSON.stringify(textsOf(valuesOf(student, texts))) !== JSON.stringify(blank);
}
