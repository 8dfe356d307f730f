import type { FeatureKinds } from '#contract/feature.ts';

export const peopleKinds = {
  auditActions: {
    'people-changed': 'People of a group changed',
    'people-change-undone': 'Change of people undone',
    'leave-requested': 'Request to leave a group',
    'leave-request-withdrawn': 'Request to leave a group withdrawn',
    'leave-request-refused': 'Request to leave a group declined',
  },
} as const satisfies FeatureKinds;
