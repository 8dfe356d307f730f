import { importRoleWords } from '#contract/admin/import-roles.ts';
import { allowedValuesLabel, exampleMember, hintPrefix } from '#contract/admin/import-template.ts';
import type { GroupImportRow, UserImportRow } from '#contract/admin/imports.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { ProposalChoice } from '#contract/students/proposals.ts';
import { phoneExample } from '#contract/values/phone.ts';
import type { OfferedChoices } from './check-groups.ts';

/** Maximum number of characters of a list, because an import accepts at most 1,000 characters per cell. */
const maxListLength = 900;

export function buildUserTemplateRows(): Omit<UserImportRow, 'row'>[] {
  const { name, email } = exampleMember;
  return [
    { name, email, role: 'Student' },
    { name: allowedValuesLabel, email: '', role: importRoleWords.join(', ') },
  ];
}

export function buildGroupTemplateRows({
  programs,
  categories,
  supervisors,
  rules,
}: OfferedChoices & { rules: GroupRules }): Omit<GroupImportRow, 'row'>[] {
  const phone = phoneExample(rules.phone);
  const roll = rules.roll?.example;
  return [
    {
      ...exampleMember,
      group: '1',
      program: programs[0]?.value ?? '',
      title: 'Title of the project',
      category: categories[0]?.value ?? '',
      supervisor: supervisors[0]?.value ?? '',
      externalExaminer: '',
      fathername: 'Imran Khan',
      phone,
    },
    {
      group: allowedValuesLabel,
      program: listValues(programs),
      title: '',
      category: listValues(categories),
      supervisor: listValues(supervisors),
      externalExaminer: '',
      name: '',
      fathername: '',
      roll: roll === undefined ? '' : `${hintPrefix}${roll}`,
      email: '',
      phone: `${hintPrefix}${phone}`,
    },
  ];
}

function listValues(choices: readonly ProposalChoice[]): string {
  const all = choices.map(({ value }) => value).join(', ');
  if (all.length <= maxListLength) return all;
  return `${all.slice(0, all.lastIndexOf(', ', maxListLength))}, …`;
}
