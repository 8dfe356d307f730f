import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type saveView as endpoint, maxBoardViews } from '#contract/board.ts';
import { Problem } from '#contract/problem.ts';
import { sortByText } from '#contract/values/sort-key.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import { requireUniqueNameKey } from '#server/db/unique-names.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

async function ownViews(db: Db, { userId }: Caller) {
  const views = await db
    .selectFrom('board_views')
    .select(['id as _id', 'name', 'search'])
    .where('user_id', '=', userId)
    .execute();
  return sortByText(views, ({ name }) => name);
}

export const listViews = async ({ db }: Services, caller: Caller) => ({
  views: await ownViews(db, caller),
});

/** Saves a view of the board, replacing the user's view with the same name. Throws `invalid` for too many views. */
export function saveView(
  services: Services,
  caller: Caller,
  { name, search }: z.output<typeof endpoint.body>,
) {
  const name_key = requireUniqueNameKey(name, 'name');
  return writeAs(services, caller, async ({ trx }) => {
    await lockUsers(trx).where('id', '=', caller.userId).execute();
    const views = await ownViews(trx, caller);
    const before =
      views.find((view) => view.name === name) ??
      views.find((view) => toUniqueNameKey(view.name) === name_key);
    if (!before && views.length >= maxBoardViews) {
      const message = `You already have ${maxBoardViews} views. Delete one, or save under an existing name to replace that view.`;
      throw new Problem('invalid', message, { fields: { name: message } });
    }
    const view = { _id: before?._id ?? randomUUID(), name: before?.name ?? name, search };
    const message = before ? `“${before.name}” updated` : `“${name}” saved`;
    if (before) {
      await trx.updateTable('board_views').set({ search }).where('id', '=', before._id).execute();
    } else {
      await trx
        .insertInto('board_views')
        .values({ id: view._id, user_id: caller.userId, name, name_key, search })
        .execute();
    }
    return { message, view };
  });
}

/** Deletes a view. Throws `not-found` if the view does not exist or belongs to another user. */
export function deleteView(services: Services, caller: Caller, viewId: string) {
  return writeAs(services, caller, async ({ trx }) => {
    const deleted = await trx
      .deleteFrom('board_views')
      .where('id', '=', viewId)
      .where('user_id', '=', caller.userId)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw new Problem('not-found', 'This view doesn’t exist.');
    return { message: `“${deleted.name}” deleted` };
  });
}
