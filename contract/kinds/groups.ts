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
      covers: 'You are named for a group, or the staff of your group has changed.',
      roles: ['faculty', 'student'],
    },
  },
} as const satisfies FeatureKinds;
