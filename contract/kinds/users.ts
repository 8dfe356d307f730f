import type { FeatureKinds } from '#contract/feature.ts';

export const usersKinds = {
  auditActions: {
    'account-changed': 'Account changed',
    'role-changed': 'Role changed',
    'account-blocked': 'Account blocked',
    'account-unblocked': 'Account unblocked',
  },
  emailKinds: {
    invitation: { order: 8, label: 'Account invitation', placeholders: ['name', 'role'] },
  },
} as const satisfies FeatureKinds;
