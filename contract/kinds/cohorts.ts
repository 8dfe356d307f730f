import type { FeatureKinds } from '#contract/feature.ts';

export const cohortsKinds = {
  auditActions: {
    'cohort-opened': 'Cohort opened',
    'cohort-changed': 'Cohort changed',
    'cohort-closed': 'Cohort closed',
    'cohort-reopened': 'Cohort reopened',
  },
} as const satisfies FeatureKinds;
