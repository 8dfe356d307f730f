import type { FeatureKinds } from '#contract/feature.ts';

export const emailsKinds = {
  auditActions: {
    'letter-sent-again': 'Email sent again',
    'letters-sent-again': 'Failed emails sent again',
    'letter-dismissed': 'Email dismissed',
  },
} as const satisfies FeatureKinds;
