import type { z } from 'zod';
import { type saveDraft as endpoint, maxDrafts } from '#contract/drafts.ts';
import { Problem } from '#contract/problem.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import { requireConfirmedEmail } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { countDrafts, findDraft } from './read-drafts.ts';
import { requireKnownVersion } from './require-known-version.ts';

/** Stores a draft. Repeating the request changes nothing. Throws `invalid` if the caller has too many drafts. */
export function saveDraft(
  services: Services,
  caller: Caller,
  key: string,
  { value, copyId, seenAt }: z.output<typeof endpoint.body>,
) {
  requireConfirmedEmail(caller);
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    await lockUsers(trx).where('id', '=', caller.userId).execute();
    const [stored, count] = await Promise.all([
      findDraft(trx, caller, key),
      countDrafts(trx, caller),
    ]);
    if (stored?.value === value) return { savedAt: stored.savedAt };
    if (stored) requireKnownVersion(stored, { copyId, seenAt });
    else if (count >= maxDrafts) throw createTooManyProblem();
    const saved_at = getSaveTime(context.now, stored?.savedAt);
    await trx
      .insertInto('drafts')
      .values({ user_id: caller.userId, key, value, saved_at, copy_id: copyId })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'key']).doUpdateSet({ value, saved_at, copy_id: copyId }),
      )
      .execute();
    return { savedAt: saved_at };
  });
}

function createTooManyProblem(): Problem {
  return new Problem(
    'invalid',
    `You already have ${maxDrafts} drafts. Save or discard one of them first.`,
  );
}

/** Returns a time after `previous`, because two saves within a millisecond must not look like the same version. */
function getSaveTime(now: Date, previous: string | undefined): string {
  const earliest = previous === undefined ? 0 : Date.parse(previous) + 1;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}
