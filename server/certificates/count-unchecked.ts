import { selectVisibleGroups } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readCertificateStates } from './read-states.ts';

/** Counts the students with unchecked certificates in the caller's groups of the current cohort. */
export async function countUncheckedStudents(
  { db, content }: Services,
  caller: Caller,
): Promise<number> {
  const scope = selectVisibleGroups(db, caller, content.current._id);
  const members = await readCertificateStates(db, content.courses.rule, scope);
  return members.filter(({ state }) => state === 'unchecked').length;
}
