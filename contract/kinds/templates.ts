import type { FeatureKinds } from '#contract/feature.ts';

export const templatesKinds = {
  auditActions: {
    'test-email-sent': 'Test email sent',
  },
  countedActions: ['test-email-sent'],
  directEmails: { 'test-email': 'message' },
} as const satisfies FeatureKinds;
