import type { FeatureKinds } from '#contract/feature.ts';

export const cohortsKinds = {
  auditActions: {
    'cohort-opened': 'Session opened',
    'cohort-changed': 'Session changed',
    'cohort-closed': 'Session closed',
    'cohort-reopened': 'Session reopened',
  },
} as const satisfies FeatureKinds;
