import { call } from '#client/api/connection/call.ts';
import { useRequest } from '#client/api/connection/use-request.ts';
import type { EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { Problem } from '#contract/problem.ts';

const message = 'Connection lost. Your marks will be saved and sent when it’s back.';

/** Returns the saved group. Reads the group again if the reply omits it. */
export async function getSavedGroup(
  { group }: Partial<EndpointReply<typeof saveMarks>>,
  groupId: string,
): Promise<FullGroup> {
  if (group) return group;
  const { allGroups } = await call(listAssignedGroups);
  const saved = allGroups.find(({ _id }) => _id === groupId);
  if (!saved) throw new Problem('not-found', 'Marks saved. Reload the page to see them.');
  return saved;
}

/** Saves marks. If the connection is lost, repeats the request as soon as the server is reachable again. */
export function useMarksRequest() {
  const { run, isInterrupted, cancel } = useRequest();
  return {
    send: async (body: EndpointInput<typeof saveMarks>['body']) => {
      const reply = await run((options) => call(saveMarks, { body }, options), { isRetried: true });
      return { ...reply, group: await getSavedGroup(reply, body.groupId) };
    },
    /** Defined while the request waits for the server. */
    interruption: isInterrupted ? { message, cancel } : undefined,
  };
}
