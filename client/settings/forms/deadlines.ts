import { asOptions } from '#client/settings/kit/fields.ts';
import { arrivalMinutes } from '#contract/submissions.ts';
import { list, object, text } from './parts.ts';

export const deadlines = list({
  label: 'Deadlines',
  noun: 'deadline',
  items: [
    text('title', 'Title'),
    { kind: 'date-time', name: 'due', label: 'Due', description: 'By the department’s clock.' },
    {
      kind: 'many',
      name: 'documents',
      label: 'What is handed in',
      description: 'None for an event.',
      isOptional: true,
      options: [
        { value: 'proposal', label: 'Proposal' },
        { value: 'feeProof', label: 'Fee proof' },
        { value: 'certificate', label: 'Certificate' },
        { value: 'report', label: 'Monthly report' },
        { value: 'thesis', label: 'Thesis' },
        { value: 'similarity', label: 'Similarity report' },
        { value: 'code', label: 'Code' },
      ],
    },
    {
      kind: 'many',
      name: 'programs',
      label: 'For the programs',
      description: 'None ticked: for all of them.',
      isOptional: true,
      options: (lists) => asOptions(lists.programs),
    },
    {
      kind: 'number',
      name: 'graceHours',
      label: 'Late files are taken for (hours)',
      description: `Left empty, late files are always taken, and marked as late. Otherwise files are refused afterwards; an upload that began before may arrive up to ${arrivalMinutes} minutes later.`,
      isOptional: true,
    },
  ],
  detail: ({ due }) => String(due ?? ''),
});

export const reminders = object([
  {
    kind: 'number',
    name: 'firstDays',
    label: 'First reminder (days before)',
    description: 'By email to each member of a group that has not handed in. Left empty, none.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'lastDays',
    label: 'Last reminder (days before)',
    description: 'Nobody can mute this one. Left empty, none.',
    isOptional: true,
  },
  { kind: 'switch', name: 'copySupervisor', label: 'Supervisors get a copy' },
  {
    kind: 'switch',
    name: 'supervisorsDecide',
    label: 'Supervisors decide on extensions for their own groups',
  },
]);
