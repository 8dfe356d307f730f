import type { FeatureKinds } from '#contract/feature.ts';

export const marksKinds = {
  auditActions: {
    'marks-saved': 'Marks saved',
    'viva-saved': 'Viva saved',
    'letters-requested': 'Emails queued',
  },
  noticeKinds: {
    marks: {
      order: 1,
      label: 'Marks',
      covers: 'You get an email whenever your marks are saved. You can’t turn it off.',
      roles: ['student'],
      isAlwaysEmailed: true,
    },
  },
  emailKinds: {
    marks: {
      order: 1,
      label: 'Marks saved',
      placeholders: ['name', 'group', 'title', 'milestones'],
    },
    viva: { order: 2, label: 'External viva recorded', placeholders: ['name', 'group', 'title'] },
  },
} as const satisfies FeatureKinds;
