import type { FeatureKinds } from '#contract/feature.ts';

export const objectionsKinds = {
  auditActions: {
    'objection-made': 'Objection to a group membership',
    'objection-settled': 'Objection settled',
  },
} as const satisfies FeatureKinds;
