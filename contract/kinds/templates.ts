import type { FeatureKinds } from '#contract/feature.ts';

export const templatesKinds = {
  auditActions: {
    'test-email-sent': 'Test email sent',
  },
  countedActions: ['test-email-sent'],
} as const satisfies FeatureKinds;
