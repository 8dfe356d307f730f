import type { FeatureKinds } from '#contract/feature.ts';

export const reviewsKinds = {
  auditActions: {
    'review-requested': 'Review of a mark requested',
    'review-decided': 'Review of a mark decided',
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
      label: 'Review of a mark decided',
      placeholders: ['name', 'group', 'milestone'],
    },
  },
} as const satisfies FeatureKinds;
