import * as contract from '#contract/submissions.ts';
import { feature } from '#server/http/feature.ts';
import { askExtension } from './ask-extension.ts';
import { decideExtension } from './decide-extension.ts';
import { listExtensionRequests } from './extension-requests.ts';
import { listSubmissions } from './list-submissions.ts';
import { setGroupDeadlines } from './set-group-deadlines.ts';

export const submissions = feature('submissions', contract, {
  listSubmissions: ({ services, caller, params }) =>
    listSubmissions(services, caller, params.groupId),
  askExtension: ({ services, caller, params, receive }) =>
    askExtension(services, caller, params.groupId, receive),
  listExtensionRequests: ({ services, caller }) => listExtensionRequests(services, caller),
  decideExtension: ({ services, caller, params, body }) =>
    decideExtension(services, caller, params.requestId, body),
  setGroupDeadlines: ({ services, caller, params, body }) =>
    setGroupDeadlines(services, caller, params.deadlineId, body),
});
