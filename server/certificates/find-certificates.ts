import { readTogether } from '#server/db/read-together.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import { selectGroup } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readCertificateRows, toCertificate } from './read-entries.ts';
import { readCertificateStates } from './read-states.ts';

/** Returns the state of each member's certificates, and the caller's own certificates. Throws `not-found`. */
export async function findCertificates({ db, content }: Services, caller: Caller, groupId: string) {
  const { memberId: ownId } = await getVisibleGroup(db, caller, groupId);
  const { rule } = content.courses;
  const [members, entries] = await readTogether(db, (reader) =>
    Promise.all([
      readCertificateStates(reader, rule, selectGroup(reader, groupId)),
      ownId === undefined ? [] : readCertificateRows(reader, ownId),
    ]),
  );
  return {
    members: members.map(({ memberId, name, state, sentence }) => ({
      memberId,
      name,
      state,
      sentence: ownId === undefined || ownId === memberId ? sentence : null,
    })),
    rule,
    own: ownId === undefined ? null : { memberId: ownId, entries: entries.map(toCertificate) },
  };
}
