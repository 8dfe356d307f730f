import { lockUsers } from '#server/db/lock-rows.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { findDraft } from './read-drafts.ts';
import { type KnownVersion, requireKnownVersion } from './require-known-version.ts';

/** Deletes a draft if the caller has one. Throws `stale-version` if another copy has stored a draft that the browser has not read. */
export function deleteDraft(
  services: Services,
  caller: Caller,
  key: string,
  version: KnownVersion,
) {
  return writeAs(services, caller, async ({ trx }) => {
    await lockUsers(trx).where('id', '=', caller.userId).execute();
    const stored = await findDraft(trx, caller, key);
    if (stored) requireKnownVersion(stored, version);
    await trx
      .deleteFrom('drafts')
      .where('user_id', '=', caller.userId)
      .where('key', '=', key)
      .execute();
    return { message: 'Draft deleted' };
  });
}
