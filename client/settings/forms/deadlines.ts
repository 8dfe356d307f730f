import { toSelectOptions } from '#client/settings/kit/fields.ts';
import { formatDateTimeText } from '#client/ui/form/date-time-text.ts';
import { defaultDaysWithoutMeeting } from '#contract/rules/meetings.ts';
import { uploadGraceMinutes } from '#contract/rules/submissions.ts';
import { createListForm, createObjectForm, createTextField } from './parts.ts';

export const deadlinesForm = createListForm({
  label: 'Deadlines',
  noun: 'deadline',
  description: 'Sorted by due date. If you change a date, the list is sorted again when you save.',
  sortedBy: 'due',
  items: [
    createTextField('title', 'Title', { description: 'Shown on pages and in reminders.' }),
    { kind: 'date-time', name: 'due', label: 'Due', description: 'In the department’s time zone.' },
    {
      kind: 'many',
      name: 'documents',
      label: 'Submissions',
      description:
        'Select none for an event. Files of modules that are switched off aren’t collected. Add kinds of files under Settings, Kinds of files.',
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
      description: `If empty, late files are always accepted and marked as late. Otherwise files are rejected after this time, but an upload that started before can finish up to ${uploadGraceMinutes} minutes later.`,
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
    description:
      'Emailed to each member of a group that hasn’t submitted. If empty, no email is sent.',
    isOptional: true,
  },
  {
    kind: 'number',
    name: 'lastDays',
    label: 'Last reminder (days before)',
    description: 'Students can’t mute it. If empty, no email is sent.',
    isOptional: true,
  },
  {
    kind: 'switch',
    name: 'copySupervisor',
    label: 'Supervisors get a copy',
    description: 'A copy of each reminder to their groups.',
  },
  {
    kind: 'switch',
    name: 'supervisorsDecide',
    label: 'Supervisors decide on extensions for their own groups',
    description: 'Admins can always decide.',
  },
  {
    kind: 'number',
    name: 'meetingDays',
    label: 'Days without a meeting',
    description: `After this time, supervisors see the group on their desk, on the board and under Meetings. If empty, ${defaultDaysWithoutMeeting}; 0 turns this off. Groups are listed only once the session’s first meeting has been recorded.`,
    isOptional: true,
  },
]);
