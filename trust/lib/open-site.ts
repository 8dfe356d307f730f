import type { DataLocation } from '#server/backup/places.ts';
import { loadStoredContent } from '#server/content/open-content.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import type { MatrixPortal } from '#server/test/matrix/actors.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { addAccount } from './fixtures.ts';

/** Adapts a portal to the `MatrixPortal` interface of the access matrix. Adds an admin account for this purpose. */
export async function createMatrixPortal(
  { dataDir, db, url }: Pick<DataLocation, 'dataDir'> & { db: Db; url: string },
  clock = () => new Date(),
): Promise<MatrixPortal> {
  const { userId: adminId, token } = await addAccount(db, 'admin', { now: clock() });
  const content = await loadStoredContent(db, { timeZone: 'Asia/Karachi' });
  return {
    db,
    clock,
    content,
    logInAs: async (userId) => new ApiCaller(url, (await openSession(db, userId, clock())).token),
    adminId,
    admin: new ApiCaller(url, token),
    folder: dataDir,
    url,
  };
}
