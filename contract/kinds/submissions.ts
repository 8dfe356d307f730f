import type { FeatureKinds } from '#contract/feature.ts';
import { roles } from '#contract/values/roles.ts';

export const submissionsKinds = {
  auditActions: {
    'extension-asked': 'Extension requested',
    'extension-decided': 'Deadline of a group changed',
    'extension-advised': 'Advice on an extension given',
    'reminder-sent': 'Reminder sent',
  },
  noticeKinds: {
    extensions: {
      order: 3,
      label: 'Extensions',
      covers: 'Requests that need a decision, and decisions about your group.',
      roles: roles,
    },
    reminders: {
      order: 5,
      label: 'Reminders',
      covers:
        'Missing submissions. The last reminder before each deadline is always sent by email.',
      roles: ['faculty', 'student'],
    },
  },
  emailKinds: {
    reminder: {
      order: 4,
      label: 'Deadline reminder',
      placeholders: ['name', 'group', 'milestone'],
    },
    extension: {
      order: 5,
      label: 'Extension decided',
      placeholders: ['name', 'group', 'milestone'],
    },
  },
} as const satisfies FeatureKinds;
