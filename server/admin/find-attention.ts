import { fileFaults } from '#server/files/file-faults.ts';
import { storageState } from '#server/files/room.ts';
import { findAlikeNames } from '#server/groups/find-alike-names.ts';
import { findLeftMembers } from '#server/groups/find-left-members.ts';
import { openObjections } from '#server/objections/open-objections.ts';
import type { Services } from '#server/services.ts';

/** Everything that waits for an admin, each kind with what is needed to settle it. */
export async function findAttention({ db, files, config }: Services) {
  return {
    ...(await findAlikeNames(db)),
    leftMembers: await findLeftMembers(db),
    objections: await openObjections(db),
    fileFaults: await fileFaults(db),
    storage: await storageState(files, config),
  };
}
