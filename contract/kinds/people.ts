import type { FeatureKinds } from '#contract/feature.ts';

export const peopleKinds = {
  auditActions: {
    'people-changed': 'People of a group changed',
    'people-change-undone': 'Change of people undone',
  },
} as const satisfies FeatureKinds;
