import * as contract from '#contract/marks.ts';
import { feature } from '#server/http/feature.ts';
import { marksDeskParts } from './desk/desk-parts.ts';
import { marksEmailSamples } from './emails/email-samples.ts';
import { listGroupEmails } from './emails/list-group-emails.ts';
import { mailGroup, queueOverdueMarksEmails } from './emails/mail-group.ts';
import { getAdjacentGroups } from './get-groups-beside.ts';
import { listGroupsToMark } from './list-groups-to-mark.ts';
import { previewMarks } from './preview-marks.ts';
import { saveMarks } from './save-marks.ts';

export const marksFeature = feature({
  name: 'marks',
  contract,
  desk: marksDeskParts,
  jobs: [{ run: queueOverdueMarksEmails }],
  emailSamples: marksEmailSamples,
  handlers: {
    saveMarks: ({ services, caller, body }) => saveMarks(services, caller, body),
    previewMarks: ({ services, caller, body }) => previewMarks(services, caller, body),
    listGroupsToMark: ({ services, caller, query }) => listGroupsToMark(services, caller, query),
    getGroupsBeside: ({ services, caller, params }) =>
      getAdjacentGroups(services, caller, params.groupId),
    mailGroup: ({ services, caller, params, body }) =>
      mailGroup(services, caller, params.groupId, body ?? {}),
    listGroupEmails: ({ services, caller, params }) =>
      listGroupEmails(services, caller, params.groupId),
  },
});
