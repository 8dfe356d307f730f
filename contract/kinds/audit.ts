import type { FeatureKinds } from '#contract/feature.ts';

export const auditKinds = {
  auditActions: {
    'audit-exported': 'Audit trail exported',
    'list-exported': 'List exported',
  },
  countedActions: ['audit-exported', 'list-exported'],
} as const satisfies FeatureKinds;
