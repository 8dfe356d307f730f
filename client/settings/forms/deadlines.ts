import { toSelectOptions } from '#client/settings/kit/fields.ts';
import { uploadGraceMinutes } from '#contract/rules/submissions.ts';
import { createListForm, createObjectForm, createTextField } from './parts.ts';

export const deadlinesForm = createListForm({
  label: 'Deadlines',
  noun: 'deadline',
  items: [
    createTextField('title', 'Title'),
    { kind: 'date-time', name: 'due', label: 'Due', description: 'In the department’s time zone.' },
    {
      kind: 'many',
      name: 'documents',
      label: 'Submissions',
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
      label: 'Programs',
      description: 'If none is selected, the deadline applies to all programs.',
      isOptional: true,
      options: (lists) => toSelectOptions(lists.programs),
    },
    {
      kind: 'number',
      name: 'graceHours',
      label: 'Accept late files for (hours)',
      description: `If empty, late files are always accepted and marked as late. Otherwise later files are refused, but an upload that began in time may arrive up to ${uploadGraceMinutes} minutes later.`,
      isOptional: true,
    },
  ],
  detail: ({ due }) => String(due ?? ''),
});

export const remindersForm = createObjectForm([
  {
    kind: 'number',
    name: 'firstDays',
    label: 'First reminder (days before)',
    description: 'Email to each member of a group without a submission. If empty, none is sent.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'lastDays',
    label: 'Last reminder (days before)',
    description: 'Cannot be muted. If empty, none is sent.',
    isOptional: true,
  },
  { kind: 'switch', name: 'copySupervisor', label: 'Supervisors get a copy' },
  {
    kind: 'switch',
    name: 'supervisorsDecide',
    label: 'Supervisors decide on extensions for their own groups',
  },
]);
