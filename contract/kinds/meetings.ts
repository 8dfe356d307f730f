import type { FeatureKinds } from '#contract/feature.ts';

export const meetingsKinds = {
  auditActions: {
    'meeting-recorded': 'Meeting recorded',
    'meeting-changed': 'Meeting changed',
    'meeting-withdrawn': 'Meeting withdrawn',
    'meeting-confirmed': 'Meeting confirmed',
    'meeting-correction-proposed': 'Meeting correction proposed',
    'meeting-correction-dropped': 'Meeting correction dropped',
    'meeting-corrected': 'Meeting corrected by an admin',
    'office-hours-changed': 'Office hours changed',
    'slot-booked': 'Office hours slot booked',
    'slot-cancelled': 'Office hours slot cancelled',
  },
  noticeKinds: {
    meetings: {
      order: 12,
      label: 'Meetings',
      covers: 'Meetings and corrections to confirm, their confirmations, and booked office hours.',
      roles: ['faculty', 'student'],
    },
  },
  emailKinds: {
    meeting: { order: 12, label: 'Meeting recorded or confirmed', placeholders: ['name', 'group'] },
  },
} as const satisfies FeatureKinds;
