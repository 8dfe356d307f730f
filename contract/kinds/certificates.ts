import type { FeatureKinds } from '#contract/feature.ts';

export const certificatesKinds = {
  auditActions: {
    'certificate-changed': 'Certificate listed or changed',
    'certificates-decided': 'Certificates checked',
    'certificates-result-sent': 'Certificate result emailed',
  },
  noticeKinds: {
    certificates: {
      order: 4,
      label: 'Certificates',
      covers: 'Accepted and returned certificates.',
      roles: ['student'],
      module: 'certificates',
    },
  },
} as const satisfies FeatureKinds;
