import type { FeatureKinds } from '#contract/feature.ts';

export const similarityKinds = {
  auditActions: {
    'similarity-entered': 'Similarity figures entered',
    'similarity-confirmed': 'Similarity figures confirmed',
    'similarity-corrected': 'Similarity figures corrected',
    'similarity-accepted': 'Similarity above the limits accepted',
    'similarity-returned': 'Thesis returned because of its similarity',
  },
} as const satisfies FeatureKinds;
