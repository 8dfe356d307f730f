import type { FeatureKinds } from '#contract/feature.ts';
import { roles } from '#contract/values/roles.ts';

export const announcementsKinds = {
  auditActions: {
    'announcement-made': 'Announcement scheduled',
    'announcement-changed': 'Announcement changed',
    'announcement-published': 'Announcement published',
    'announcement-withdrawn': 'Announcement withdrawn',
    'announcement-answered': 'Announcement answered',
  },
  noticeKinds: {
    announcements: {
      order: 8,
      label: 'Announcements',
      covers: 'Announcements of the FYP office.',
      roles: roles,
    },
  },
} as const satisfies FeatureKinds;
