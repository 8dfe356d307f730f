import type { FeatureKinds } from '#contract/feature.ts';

export const backupKinds = {
  auditActions: {
    'backup-taken': 'Backup taken',
    'backup-restored': 'Backup restored',
  },
} as const satisfies FeatureKinds;
