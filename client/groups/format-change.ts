import type { GroupHistoryEntry } from '#contract/history.ts';
import { links } from '#contract/links.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import {
  formatFigures,
  type SimilarityEvent,
  similarityEventLabels,
} from '#contract/rules/similarity.ts';
import { formatDate, formatDateTime } from '#contract/values/time.ts';
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
  samePerson: 'Why this is the same person',
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

type Labels = {
  kindLabel: (kind: string) => string;
  /** Returns the title of a deadline, also of a removed one. */
  deadlineTitle: (id: string) => string;
  zone: string;
  groupName: string;
};

/** `from` is absent if the change has no old value. */
export type FormattedChange = {
  what: string;
  from?: string;
  to?: string;
  /** Part of the group page with more about the change. */
  link?: string;
};

const reviewStates: Readonly<Record<string, string>> = {
  requested: 'requested',
  kept: 'decided, the mark is unchanged',
  changed: 'decided, the mark has changed',
};

function formatMilestoneChange(
  { field, from, to }: GroupHistoryEntry,
  who: string,
  title: string,
): FormattedChange {
  if (field === 'reason') return { what: `${who}Reason for the correction of ${title}: ${to}` };
  if (field === 'review')
    return { what: `${who}Review of ${title} ${reviewStates[to ?? ''] ?? to}` };
  // Show marks without the milestone's maximum, which may have changed since they were saved.
  const none = field === 'marks' ? 'not marked' : 'No feedback';
  return { what: `${who}${title} ${field}`, from: from ?? none, to: to ?? none };
}

export function formatChange(
  change: GroupHistoryEntry,
  scheme: MarkingScheme,
  { kindLabel, deadlineTitle, zone, groupName }: Labels,
): FormattedChange {
  const { part, field, from, to, memberName } = change;
  const who = memberName ? `${memberName}: ` : '';
  const milestone = findMilestone(scheme, part);
  if (milestone) return formatMilestoneChange(change, who, milestone.title);
  if (part === 'viva') {
    const none = field === 'status' ? 'pending' : 'none';
    const format = (value: string | null) =>
      value !== null && field === 'date' ? formatDate(value) : (value ?? none);
    return { what: `Viva ${field}`, from: format(from), to: format(to) };
  }
  if (part === 'document') {
    const label = kindLabel(field);
    if (from !== null) return { what: `${who}${label} removed: ${from}. Reason: ${to}` };
    return { what: `${who}${label} uploaded: ${to}` };
  }
  if (part === 'file-time') {
    return { what: `${who}Time of ${kindLabel(field)} corrected: ${from}. Reason: ${to}` };
  }
  if (part === 'check') {
    const label = kindLabel(field);
    return {
      what: `${who}${label} ${to === null ? 'no longer checked' : 'checked'}: ${to ?? from}`,
    };
  }
  if (part === 'certificate') {
    const reason = to ? `. Reason: ${to}` : '';
    return { what: `${who}Certificate “${field}” ${from}${reason}` };
  }
  if (part === 'extension') {
    const until = to === null ? '' : ` until ${formatDateTime(to, zone)}`;
    return { what: `Extension of ${deadlineTitle(field)}${until} declined` };
  }
  if (part === 'reminder') {
    const isOverdue = Number(from) < 0;
    const due =
      to === null ? '' : `, ${isOverdue ? 'overdue since' : 'due'} ${formatDateTime(to, zone)}`;
    return { what: `Reminder about ${deadlineTitle(field)}${due}` };
  }
  if (part === 'message') {
    const thread = field === 'staff' ? 'staff' : 'group';
    const where = thread === 'staff' ? 'the staff discussion' : 'the discussion';
    return {
      what: `Message in ${where}`,
      link: links.discussionMessage(groupName, thread, to ?? ''),
    };
  }
  if (part === 'meeting') {
    const state = to === null ? 'not confirmed yet' : `confirmed by ${to}`;
    return {
      what: `Meeting of ${field} minutes, ${state}`,
      link: links.groupTab(groupName, 'meetings'),
    };
  }
  if (part === 'similarity') return formatSimilarityChange(change, groupName);
  if (field === 'same_person') return { what: `${who}Confirmed as the same person: ${to}` };
  if (part === 'people') {
    if (field === 'undone') return { what: `Undone: ${to}` };
    // The reason is shown to staff only.
    return { what: from === null ? `${to}` : `${to} Reason: ${from}` };
  }
  if (part === 'group' && field === 'proposal') return { what: `Proposed “${to}”` };
  if (part === 'group' && field === 'place') {
    return { what: to === 'in the bin' ? 'Moved to the bin' : 'Restored from the bin' };
  }
  if (part === 'group' && field === 'files') return { what: `Removed ${from}. Reason: ${to}` };
  const label =
    part === 'group'
      ? groupFields[field]
      : groupFieldLabels[field === 'father_name' ? 'fathername' : field];
  return { what: `${who}${label ?? field}`, from: from ?? 'none', to: to ?? 'none' };
}

function formatSimilarityChange(
  { field, from, to }: GroupHistoryEntry,
  groupName: string,
): FormattedChange {
  const [overall = 0, singleSource = 0] = (from ?? '').split(' ').map(Number);
  const event = similarityEventLabels[field as SimilarityEvent];
  const reason = to === null ? '' : `. Reason: ${to}`;
  return {
    what: `Similarity ${event}: ${formatFigures({ overall, singleSource })}${reason}`,
    link: links.groupTab(groupName, 'documents'),
  };
}
