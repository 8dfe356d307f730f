import * as contract from '#contract/submissions.ts';
import { feature } from '#server/http/feature.ts';
import { adviseOnExtension } from './advise-on-extension.ts';
import { askExtension } from './ask-extension.ts';
import { decideExtension } from './decide-extension.ts';
import { submissionsDeskParts } from './desk.ts';
import { submissionEmailSamples } from './email-samples.ts';
import { listExtensionRequests } from './extension-requests.ts';
import { refusalsInHistory, remindersInHistory } from './history-part.ts';
import { listSubmissions } from './list-submissions.ts';
import { findReminderSetting, muteReminders } from './mute-reminders.ts';
import { sendReminders } from './send-reminders.ts';
import { setGroupDeadlines } from './set-group-deadlines.ts';

export const submissionsFeature = feature({
  name: 'submissions',
  contract,
  desk: submissionsDeskParts,
  history: [refusalsInHistory, remindersInHistory],
  jobs: [{ run: sendReminders }],
  emailSamples: submissionEmailSamples,
  handlers: {
    listSubmissions: ({ services, caller, params }) =>
      listSubmissions(services, caller, params.groupId),
    askExtension: ({ services, caller, params, receive }) =>
      askExtension(services, caller, params.groupId, receive),
    listExtensionRequests: ({ services, caller }) => listExtensionRequests(services, caller),
    decideExtension: ({ services, caller, params, body }) =>
      decideExtension(services, caller, params.requestId, body),
    adviseOnExtension: ({ services, caller, params, body }) =>
      adviseOnExtension(services, caller, params.requestId, body.advice),
    findReminderSetting: ({ services, caller }) => findReminderSetting(services, caller),
    muteReminders: ({ services, caller, body }) => muteReminders(services, caller, body.isMuted),
    setGroupDeadlines: ({ services, caller, params, body }) =>
      setGroupDeadlines(services, caller, params.deadlineId, body),
  },
});
