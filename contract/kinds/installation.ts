import type { FeatureKinds } from '#contract/feature.ts';

export const installationKinds = {
  auditActions: {
    'installation-changed': 'Installation changed',
    'mail-server-tested': 'Mail server tested',
  },
} as const satisfies FeatureKinds;
