import type { FeatureKinds } from '#contract/feature.ts';

export const importsKinds = {
  auditActions: {
    'list-imported': 'List imported',
    'group-imported': 'Group imported',
  },
} as const satisfies FeatureKinds;
