import type { FeatureKinds } from '#contract/feature.ts';
import { roles } from '#contract/values/roles.ts';

export const discussionKinds = {
  auditActions: {
    'message-edited': 'Discussion message edited',
    'message-removed': 'Discussion message removed',
  },
  noticeKinds: {
    discussion: {
      order: 9,
      label: 'Discussion',
      covers: 'New messages in the discussions of your groups.',
      roles: roles,
    },
  },
} as const satisfies FeatureKinds;
