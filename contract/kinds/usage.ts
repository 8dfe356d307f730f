import type { FeatureKinds } from '#contract/feature.ts';

export const usageKinds = {
  auditActions: { 'request-limit-changed': 'Request limit changed' },
} as const satisfies FeatureKinds;
