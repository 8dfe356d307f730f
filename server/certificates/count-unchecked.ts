import { selectGroupsInScope } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readCertificateStates } from './read-states.ts';

/** Counts students of the current cohort with unchecked certificates that the caller can see. */
export async function countUnchecked({ db, content }: Services, caller: Caller): Promise<number> {
  const scope = selectGroupsInScope(db, caller, content.current._id);
  const members = await readCertificateStates(db, content.courses.rule, scope);
  return members.filter(({ state }) => state === 'unchecked').length;
}
