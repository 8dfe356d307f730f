import type { FormErrors } from '@mantine/form';
import { validateBy } from '#client/api/validate.ts';
import { Proposal } from '#contract/proposals.ts';
import type { MemberValues, ProposalValues } from './proposal-values.ts';

const validate = validateBy(Proposal);
const chosen = { name: '', size: 0 };

/**
 * Every fault of the form by its path, in the contract's words. A missing file keeps the schema from
 * comparing the members with one another, so they are compared with stand-ins for the files too.
 */
export function checkProposal(values: ProposalValues): FormErrors {
  const groupMembers = values.groupMembers.map((member) => ({ ...member, feeProof: chosen }));
  return { ...validate({ ...values, groupMembers }), ...validate(values) };
}

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

/** A fault with its member and field: "Member 2 (Sara Ali), phone: Enter a phone number such as …". */
export function formatError(path: string, fault: string, members: readonly MemberValues[]) {
  const [, index, key = path] = memberPath.exec(path) ?? [];
  const isNamed = !isField(key) || fault.startsWith(fields[key]);
  if (index === undefined) return isNamed ? fault : `${fields[key]}: ${fault}`;
  const name = members[Number(index)]?.name.trim();
  const who = `Member ${Number(index) + 1}${name ? ` (${name})` : ''}`;
  return isNamed ? `${who}: ${fault}` : `${who}, ${fields[key].toLowerCase()}: ${fault}`;
}

/** Faults from the top of the form to its end. */
export function inOrder(errors: FormErrors): [path: string, fault: string][] {
  const placeOf = (path: string) => {
    const [, index = '-1', key = path] = memberPath.exec(path) ?? [];
    return Number(index) * order.length + order.indexOf(key);
  };
  const faults = Object.entries(errors).map(([path, fault]): [string, string] => [
    path,
    `${fault}`,
  ]);
  return faults.sort(([a], [b]) => placeOf(a) - placeOf(b));
}
