import type { FeatureKinds } from '#contract/feature.ts';

export const meetingsKinds = {
  auditActions: {
    'meeting-recorded': 'Meeting recorded',
    'meeting-changed': 'Meeting changed',
    'meeting-withdrawn': 'Meeting withdrawn',
    'meeting-confirmed': 'Meeting confirmed',
    'meeting-correction-proposed': 'Correction of a meeting proposed',
    'meeting-correction-dropped': 'Correction of a meeting dropped',
    'meeting-corrected': 'Meeting corrected by an admin',
    'office-hours-changed': 'Office hours changed',
    'slot-booked': 'Slot of office hours booked',
    'slot-cancelled': 'Slot of office hours cancelled',
  },
  noticeKinds: {
    meetings: {
      order: 12,
      label: 'Meetings',
      covers:
        'Meetings and corrections that wait for you, their confirmation, and booked office hours.',
      roles: ['faculty', 'student'],
    },
  },
  emailKinds: {
    meeting: { order: 12, label: 'Meeting recorded or confirmed', placeholders: ['name', 'group'] },
  },
} as const satisfies FeatureKinds;
