import type { FeatureKinds } from '#contract/feature.ts';

export const noticesKinds = {
  directEmails: { digest: 'receipt' },
} as const satisfies FeatureKinds;
