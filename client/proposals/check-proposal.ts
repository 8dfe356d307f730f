import type { FormErrors } from '@mantine/form';
import { createFormValidator } from '#client/api/validate.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { formatMissingOwnEmail, getProposalSchema } from '#contract/students/proposals.ts';
import { findOwnIndex, type MemberValues, type ProposalValues } from './proposal-values.ts';

/** Settings that determine which fields the form has and which values they accept, and the current user's email. */
export type ProposalRules = { rules: GroupRules; modules: Modules; ownEmail: string };

const placeholderFile = { name: '', size: 0 };

/** Validates twice, once with placeholder fee proofs: if a file is missing, the schema does not report duplicates. */
export function findProposalErrors(
  { rules, modules, ownEmail }: ProposalRules,
  values: ProposalValues,
): FormErrors {
  const validate = createFormValidator(getProposalSchema(rules, modules));
  const groupMembers = values.groupMembers.map((member) => ({
    ...member,
    feeProof: placeholderFile,
  }));
  return {
    ...validate({ ...values, groupMembers }),
    ...validate(values),
    ...findOwnEmailError(values, ownEmail),
  };
}

/** A session may lack the email. The server then finds this error. */
const findOwnEmailError = ({ groupMembers }: ProposalValues, ownEmail: string): FormErrors =>
  ownEmail === '' || findOwnIndex(groupMembers, ownEmail) >= 0
    ? {}
    : { 'groupMembers.0.email': formatMissingOwnEmail(ownEmail) };

const fields = {
  title: 'Project title',
  program: 'Program',
  category: 'Category',
  supervisor: 'Supervisor',
  proposalFile: 'Proposal file',
  name: 'Full name',
  fathername: 'Father name',
  roll: 'Roll number',
  email: 'Email',
  phone: 'Phone',
  feeProof: 'Fee proof',
  certificate: 'Certificates',
} as const;

const memberPath = /^groupMembers\.(\d+)\.(\w+)$/;
const order = Object.keys(fields);
const isField = (key: string): key is keyof typeof fields => key in fields;

/** Prefixes an error with the member and the field: "Member 2 (Sara Ali), phone: Enter a phone number such as …". */
export function formatProposalError(path: string, error: string, members: readonly MemberValues[]) {
  const [, index, key = path] = memberPath.exec(path) ?? [];
  const isNamed = !isField(key) || error.startsWith(fields[key]);
  if (index === undefined) return isNamed ? error : `${fields[key]}: ${error}`;
  const name = members[Number(index)]?.name.trim();
  const memberLabel = `Member ${Number(index) + 1}${name ? ` (${name})` : ''}`;
  return isNamed
    ? `${memberLabel}: ${error}`
    : `${memberLabel}, ${fields[key].toLowerCase()}: ${error}`;
}

export function sortProposalErrors(errors: FormErrors): [path: string, error: string][] {
  const placeOf = (path: string) => {
    const [, index = '-1', key = path] = memberPath.exec(path) ?? [];
    return Number(index) * order.length + order.indexOf(key);
  };
  const entries = Object.entries(errors).map(([path, error]): [string, string] => [
    path,
    `${error}`,
  ]);
  return entries.sort(([a], [b]) => placeOf(a) - placeOf(b));
}
