import type { FeatureKinds } from '#contract/feature.ts';

export const documentsKinds = {
  auditActions: {
    'document-uploaded': 'File uploaded',
    'document-submitted': 'File submitted for another deadline',
    'document-opened': 'File opened',
    'files-downloaded': 'Files downloaded',
    'document-checked': 'File checked',
    'document-unchecked': 'Check of a file undone',
    'document-removed': 'File removed',
    'document-time-corrected': 'Time of a file corrected',
    'group-files-removed': 'Files of a deleted group removed',
  },
  countedActions: ['files-downloaded'],
  noticeKinds: {
    documents: {
      order: 2,
      label: 'Files',
      covers:
        'Receipts of your uploads. Submissions of groups that you supervise appear here without an immediate email.',
      roles: ['faculty', 'student'],
    },
  },
  emailKinds: {
    receipt: {
      order: 3,
      label: 'File receipt',
      placeholders: ['name', 'group', 'document', 'file'],
    },
  },
} as const satisfies FeatureKinds;
