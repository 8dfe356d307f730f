import { type DocumentKind, documentKinds } from '#contract/documents.ts';
import type { GroupHistoryEntry } from '#contract/groups.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import { formatDate } from '#contract/values/time.ts';
import type { GroupValues } from './editor/group-values.ts';

export const groupFieldLabels: Record<string, string> = {
  fypGroupName: 'Group name',
  program: 'Program',
  fypTitle: 'Project title',
  fypCategory: 'Category',
  supervisor: 'Supervisor',
  supervisorId: 'Supervisor’s account',
  externalExaminer: 'External examiner',
  externalExaminerId: 'External examiner’s account',
  vivaDate: 'Viva date',
  vivaStatus: 'Viva status',
  vivaFeedback: 'Viva feedback',
  name: 'Name',
  fathername: 'Father name',
  roll: 'Roll number',
  email: 'Email',
  account: 'Account',
  isAnotherStudent: 'Another student',
  phone: 'Phone',
};

const groupFields: Record<string, string> = {
  name: 'Group name',
  program: 'Program',
  title: 'Project title',
  category: 'Category',
  supervisor: 'Supervisor',
  supervisor_account: 'Supervisor’s account',
  external_examiner: 'External examiner',
  external_examiner_account: 'External examiner’s account',
};

/** Returns a label such as "Ali Khan: Thesis marks" for `fypGroupMembers.0.thesis.marks`. */
export function getFieldPathLabel(
  path: string,
  values: GroupValues,
  scheme: MarkingScheme,
): string {
  const [area = '', index, part = '', field = ''] = path.split('.');
  if (area !== 'fypGroupMembers') return groupFieldLabels[path.split('.').at(-1) ?? ''] ?? path;
  const name = values.fypGroupMembers[Number(index)]?.name ?? 'Member';
  const milestone = findMilestone(scheme, part);
  const what = milestone ? `${milestone.title} ${field}` : groupFieldLabels[part];
  return `${name}: ${what ?? part}`;
}

/** `from` is absent if the change has no old value. */
export type FormattedChange = { what: string; from?: string; to?: string };

export function formatChange(change: GroupHistoryEntry, scheme: MarkingScheme): FormattedChange {
  const { part, field, from, to, memberName } = change;
  const who = memberName ? `${memberName}: ` : '';
  const milestone = findMilestone(scheme, part);
  if (milestone) {
    // Show marks without the milestone's maximum, which may have changed since they were saved.
    const none = field === 'marks' ? 'not marked' : 'No feedback';
    return { what: `${who}${milestone.title} ${field}`, from: from ?? none, to: to ?? none };
  }
  if (part === 'viva') {
    const none = field === 'status' ? 'pending' : 'none';
    const format = (value: string | null) =>
      value !== null && field === 'date' ? formatDate(value) : (value ?? none);
    return { what: `Viva ${field}`, from: format(from), to: format(to) };
  }
  if (part === 'document') {
    const kind = documentKinds[field as DocumentKind];
    return { what: `${who}${kind?.label ?? field} uploaded: ${to}` };
  }
  if (part === 'check') {
    const { label } = documentKinds[field as DocumentKind];
    return {
      what: `${who}${label} ${to === null ? 'no longer checked' : 'checked'}: ${to ?? from}`,
    };
  }
  if (part === 'group' && field === 'proposal') return { what: `Proposed “${to}”` };
  if (part === 'group' && field === 'place') {
    return { what: to === 'in the bin' ? 'Moved to the bin' : 'Restored from the bin' };
  }
  const label =
    part === 'group'
      ? groupFields[field]
      : groupFieldLabels[field === 'father_name' ? 'fathername' : field];
  return { what: `${who}${label ?? field}`, from: from ?? 'none', to: to ?? 'none' };
}
