import type { FeatureKinds } from '#contract/feature.ts';

export const accountKinds = {
  auditActions: {
    'password-changed': 'Password changed',
    'password-change-refused': 'Password change refused',
    'password-link-sent': 'Password link sent',
    'password-reset': 'Password reset',
    'account-made': 'Account created',
    'account-confirmed': 'Email confirmed',
  },
} as const satisfies FeatureKinds;
