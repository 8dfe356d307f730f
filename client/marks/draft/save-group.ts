import { call } from '#client/api/connection/call.ts';
import { ConnectionError } from '#client/api/connection/send.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import { mailGroup, type saveMarks } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import type { MarksDraft } from './draft.ts';
import { buildSaveMarksBody } from './save-draft.ts';
import type { useMarksRequest } from './use-marks-request.ts';

/** Reply to the request for the emails. Undefined if it failed: the portal then sends them by itself. */
export type RequestedEmails = Partial<EndpointReply<typeof mailGroup>> | undefined;

export type SaveFailure = {
  conflicts: readonly EditConflict[];
  /** The server's message, or an empty string. */
  message: string;
  vivaDateError: string | undefined;
  /** Whether the marking scheme has changed since the marks were typed. */
  isStale: boolean;
  /** Set if no reply arrived, so that saving another group would fail, too. */
  stopped: 'offline' | 'cancelled' | undefined;
};

export const emailsFollow = 'The emails will be sent automatically within a few minutes.';
export const savedAndSent = 'Marks saved and email sent';

type GroupSave = {
  send: ReturnType<typeof useMarksRequest>['send'];
  part: SchemePart;
  group: FullGroup;
  changes: MarksDraft;
  offlineMessage: string;
  /** Called before the emails are requested, so that the page shows the marks as saved at once. */
  onSaved: (reply: EndpointReply<typeof saveMarks>) => unknown;
};

/** Saves the changes of one group and requests the emails. Never throws. */
export async function saveGroup({ send, part, group, changes, ...save }: GroupSave) {
  try {
    const reply = await send(buildSaveMarksBody(group, part, changes));
    await save.onSaved(reply);
    return { reply, emails: await requestEmails(group._id) };
  } catch (error) {
    return { failure: describeFailure(error, save.offlineMessage) };
  }
}

const requestEmails = (groupId: string): Promise<RequestedEmails> =>
  call(mailGroup, { params: { groupId } }).catch(() => undefined);

function describeFailure(error: unknown, offlineMessage: string): SaveFailure {
  const problem = error instanceof Problem ? error : undefined;
  const stopped = error instanceof ConnectionError ? 'offline' : undefined;
  return {
    conflicts: problem?.details.conflicts ?? [],
    message: getErrorMessage(error, '', offlineMessage),
    vivaDateError: problem?.details.fields?.vivaDate,
    isStale: problem?.code === 'stale-version',
    stopped: isCancelled(error) ? 'cancelled' : stopped,
  };
}
