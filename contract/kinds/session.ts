import type { FeatureKinds } from '#contract/feature.ts';

export const sessionKinds = {
  auditActions: {
    'logged-in': 'Logged in',
    'login-refused': 'Login failed',
    'logged-out': 'Logged out',
    'session-ended': 'Session ended',
  },
  countedActions: ['logged-in', 'logged-out'],
} as const satisfies FeatureKinds;
