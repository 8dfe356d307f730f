import type { FeatureKinds } from '#contract/feature.ts';

export const settingsKinds = {
  auditActions: {
    'setting-changed': 'Setting changed',
    'deadlines-announced': 'Change of deadlines announced',
  },
} as const satisfies FeatureKinds;
