import type { FeatureKinds } from '#contract/feature.ts';
import { roles } from '#contract/values/roles.ts';

export const discussionKinds = {
  auditActions: {
    'message-edited': 'Message of a discussion edited',
    'message-removed': 'Message of a discussion removed',
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
