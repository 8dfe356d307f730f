import type { FeatureKinds } from '#contract/feature.ts';

export const setupKinds = {
  auditActions: {
    'setup-changed': 'Setup checklist changed',
  },
} as const satisfies FeatureKinds;
