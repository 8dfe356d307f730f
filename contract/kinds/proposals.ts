import type { FeatureKinds } from '#contract/feature.ts';
import { roles } from '#contract/values/roles.ts';

export const proposalsKinds = {
  auditActions: {
    'group-proposed': 'Group proposed',
  },
  noticeKinds: {
    proposals: {
      order: 6,
      label: 'Proposals',
      covers: 'Proposals that include you. Students always get the email with the link to object.',
      roles: roles,
    },
  },
  emailKinds: {
    proposal: {
      order: 6,
      label: 'Proposal received (to the supervisor)',
      placeholders: ['name', 'group', 'title', 'student'],
    },
    named: {
      order: 7,
      label: 'Added as a member',
      placeholders: ['name', 'group', 'title', 'student'],
    },
  },
} as const satisfies FeatureKinds;
