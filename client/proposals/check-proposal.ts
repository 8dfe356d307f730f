import type { FormErrors } from '@mantine/form';
import { validateBy } from '#client/api/validate.ts';
import { proposalOf } from '#contract/proposals.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { MemberValues, ProposalValues } from './proposal-values.ts';

const chosen = { name: '', size: 0 };

/**
 * Every error of the form by its path, in the contract's texts. A missing file keeps the schema from
 * comparing the members with one another, so they are compared with stand-ins for the files too.
 */
export function checkProposal(rules: GroupRules, values: ProposalValues): FormErrors {
  const validate = validateBy(proposalOf(rules));
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

/** An error with its member and field: "Member 2 (Sara Ali), phone: Enter a phone number such as …". */
export function formatError(path: string, error: string, members: readonly MemberValues[]) {
  const [, index, key = path] = memberPath.exec(path) ?? [];
  const isNamed = !isField(key) || error.startsWith(fields[key]);
  if (index === undefined) return isNamed ? error : `${fields[key]}: ${error}`;
  const name = members[Number(index)]?.name.trim();
  const who = `Member ${Number(index) + 1}${name ? ` (${name})` : ''}`;
  return isNamed ? `${who}: ${error}` : `${who}, ${fields[key].toLowerCase()}: ${error}`;
}

/** Errors from the top of the form to its end. */
export function inOrder(errors: FormErrors): [path: string, error: string][] {
  const placeOf = (path: string) => {
    const [, index = '-1', key = path] = memberPath.exec(path) ?? [];
    return Number(index) * order.length + order.indexOf(key);
  };
  const found = Object.entries(errors).map(([path, error]): [string, string] => [path, `${error}`]);
  return found.sort(([a], [b]) => placeOf(a) - placeOf(b));
}
