import type { FeatureKinds } from '#contract/feature.ts';

export const calendarKinds = {
  auditActions: {
    'calendar-made': 'Calendar URL created',
    'calendar-ended': 'Calendar URL revoked',
  },
  countedActions: ['calendar-made', 'calendar-ended'],
} as const satisfies FeatureKinds;
