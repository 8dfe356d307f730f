import type { FeatureKinds } from '#contract/feature.ts';

export const groupsKinds = {
  auditActions: {
    'group-changed': 'Group changed',
    'group-deleted': 'Group deleted',
    'group-restored': 'Group restored',
  },
  noticeKinds: {
    groups: {
      order: 7,
      label: 'Groups',
      covers:
        'Changes to the members, supervisor or external examiner of your groups, and requests to leave a group.',
      roles: ['admin', 'faculty', 'student'],
    },
  },
} as const satisfies FeatureKinds;
