import type { FeatureKinds } from '#contract/feature.ts';

export const settingsKinds = {
  auditActions: {
    'setting-changed': 'Setting changed',
  },
} as const satisfies FeatureKinds;
