import { toSelectOptions } from '#client/settings/kit/fields.ts';
import { formatDateTimeText } from '#client/ui/form/date-time-text.ts';
import { defaultDaysWithoutMeeting } from '#contract/rules/meetings.ts';
import { uploadGraceMinutes } from '#contract/rules/submissions.ts';
import { createListForm, createObjectForm, createTextField } from './parts.ts';

export const deadlinesForm = createListForm({
  label: 'Deadlines',
  noun: 'deadline',
  description: 'In the order of their due dates. A changed date takes its place when you save.',
  sortedBy: 'due',
  items: [
    createTextField('title', 'Title', { description: 'Shown on pages and in reminders.' }),
    { kind: 'date-time', name: 'due', label: 'Due', description: 'In the department’s time zone.' },
    {
      kind: 'many',
      name: 'documents',
      label: 'Submissions',
      description:
        'None for an event. Files of modules that are switched off are not asked for. Further kinds of files: Settings, Kinds of files.',
      isOptional: true,
      options: (lists) => lists.kinds,
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
  detail: ({ due }) => formatDateTimeText(String(due ?? '')),
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
  {
    kind: 'switch',
    name: 'copySupervisor',
    label: 'Supervisors get a copy',
    description: 'Of each reminder to their groups.',
  },
  {
    kind: 'switch',
    name: 'supervisorsDecide',
    label: 'Supervisors decide on extensions for their own groups',
    description: 'Admins always may.',
  },
  {
    kind: 'number',
    name: 'meetingDays',
    label: 'Days without a meeting',
    description: `Supervisors then see the group on their desk, on the board and on the page “Meetings”. If empty, ${defaultDaysWithoutMeeting}; 0 lists no group. No group is listed before the first meeting of the session has been recorded.`,
    isOptional: true,
  },
]);
