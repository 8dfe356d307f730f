import * as lists from '#contract/meetings/lists.ts';
import * as meetings from '#contract/meetings/meetings.ts';
import * as officeHours from '#contract/meetings/office-hours.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { addMeeting } from './add-meeting.ts';
import { changeMeeting } from './change-meeting.ts';
import { confirmMeeting } from './confirm-meeting.ts';
import { correctMeeting } from './correct-meeting.ts';
import { meetingsDeskParts } from './desk.ts';
import { exportMeetingGroups, exportMeetings } from './export-lists.ts';
import { exportMeetingLog } from './export-log.ts';
import { meetingsInHistory } from './history-part.ts';
import { listMeetingGroups } from './list-groups.ts';
import { listMeetings } from './list-meetings.ts';
import { listMeetingSummaries } from './list-summaries.ts';
import { meetingEmailSamples } from './meeting-email.ts';
import { bookSlot } from './office-hours/book-slot.ts';
import { cancelSlot } from './office-hours/cancel-slot.ts';
import { getOfficeHours } from './office-hours/get-office-hours.ts';
import { listGroupSlots } from './office-hours/list-slots.ts';
import { saveOfficeHours } from './office-hours/save-office-hours.ts';
import { dropCorrection, proposeCorrection } from './propose-correction.ts';
import { tickStep } from './tick-step.ts';
import { withdrawMeeting } from './withdraw-meeting.ts';

export const meetingsFeature = feature({
  name: 'meetings',
  reason:
    'Supervisors and groups agree on dates, decisions and next steps, and can prove what they agreed.',
  contract: { ...meetings, ...lists, ...officeHours },
  desk: meetingsDeskParts,
  history: [meetingsInHistory],
  emailSamples: meetingEmailSamples,
  handlers: {
    listMeetings: ({ services, caller, params }) => listMeetings(services, caller, params.groupId),
    addMeeting: ({ services, caller, params, body }) =>
      addMeeting(services, caller, params.groupId, body),
    changeMeeting: ({ services, caller, params, body }) =>
      changeMeeting(services, caller, params.meetingId, body),
    withdrawMeeting: ({ services, caller, params, query }) =>
      withdrawMeeting(services, caller, params.meetingId, query.revision),
    confirmMeeting: ({ services, caller, params, body }) =>
      confirmMeeting(services, caller, params.meetingId, body.revision),
    proposeCorrection: ({ services, caller, params, body }) =>
      proposeCorrection(services, caller, params.meetingId, body),
    dropCorrection: ({ services, caller, params, query }) =>
      dropCorrection(services, caller, params.meetingId, query.revision),
    correctMeeting: ({ services, caller, params, body }) =>
      correctMeeting(services, caller, params.meetingId, body),
    tickStep: ({ services, caller, params, body }) =>
      tickStep(services, caller, params.stepId, body.isDone),
    exportMeetingLog: (call) => runJob(call, (job) => exportMeetingLog(call, job)),
    exportMeetings: (call) => exportMeetings(call),
    listMeetingGroups: ({ services, caller, query }) => listMeetingGroups(services, caller, query),
    exportMeetingGroups: (call) => exportMeetingGroups(call),
    listMeetingSummaries: ({ services, caller, query }) =>
      listMeetingSummaries(services, caller, query),
    getOfficeHours: ({ services, caller }) => getOfficeHours(services, caller),
    saveOfficeHours: ({ services, caller, body }) => saveOfficeHours(services, caller, body),
    listSlots: ({ services, caller, params }) => listGroupSlots(services, caller, params.groupId),
    bookSlot: ({ services, caller, params, body }) =>
      bookSlot(services, caller, params.groupId, body.startsAt),
    cancelSlot: ({ services, caller, params }) => cancelSlot(services, caller, params.bookingId),
  },
});
