import * as contract from '#contract/messages/announcements.ts';
import { feature } from '#server/http/feature.ts';
import { answerAnnouncement, listAnswers } from './answers.ts';
import { exportAnnouncements } from './export-announcements.ts';
import { getAnnouncement } from './get-announcement.ts';
import { listAnnouncements } from './list-announcements.ts';
import { listAudiences } from './list-audiences.ts';
import { publishDueAnnouncements } from './publish-due.ts';
import { addAnnouncement, updateAnnouncement } from './save-announcement.ts';
import { withdrawAnnouncement } from './withdraw-announcement.ts';

export const announcementsFeature = feature({
  name: 'announcements',
  contract,
  jobs: [{ run: publishDueAnnouncements }],
  handlers: {
    listAnnouncements: ({ services, query }) => listAnnouncements(services, query),
    exportAnnouncements: (call) => exportAnnouncements(call),
    listAudiences: ({ services, query }) => listAudiences(services, query.cohort),
    getAnnouncement: ({ services, params }) => getAnnouncement(services, params.announcementId),
    addAnnouncement: ({ services, caller, body }) => addAnnouncement(services, caller, body),
    updateAnnouncement: ({ services, caller, params, body }) =>
      updateAnnouncement(services, caller, params.announcementId, body),
    withdrawAnnouncement: ({ services, caller, params }) =>
      withdrawAnnouncement(services, caller, params.announcementId),
    answerAnnouncement: ({ services, caller, params, body }) =>
      answerAnnouncement(services, caller, params.announcementId, body),
    listAnswers: ({ services, params, query }) =>
      listAnswers(services, params.announcementId, query),
  },
});
