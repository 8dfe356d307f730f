import type { FeatureKinds } from '#contract/feature.ts';

export const reviewsKinds = {
  auditActions: {
    'review-requested': 'Mark review requested',
    'review-decided': 'Mark review decided',
  },
  noticeKinds: {
    reviews: {
      order: 13,
      label: 'Reviews of marks',
      covers: 'Requests for reviews, and decisions about your marks or those that you gave.',
      roles: ['admin', 'faculty', 'student'],
    },
  },
  emailKinds: {
    review: {
      order: 13,
      label: 'Mark review decided',
      placeholders: ['name', 'group', 'milestone'],
    },
  },
} as const satisfies FeatureKinds;
