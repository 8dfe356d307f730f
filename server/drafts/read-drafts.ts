import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

const entryColumns = ['key', 'saved_at as savedAt', 'copy_id as copyId'] as const;

const selectOwnDrafts = (db: Db, { userId }: Caller) =>
  db.selectFrom('drafts').where('user_id', '=', userId);

export async function listDrafts({ db }: Services, caller: Caller) {
  return {
    drafts: await selectOwnDrafts(db, caller).select(entryColumns).orderBy('key').execute(),
  };
}

export async function countDrafts(db: Db, caller: Caller): Promise<number> {
  const { drafts } = await selectOwnDrafts(db, caller)
    .select(({ fn }) => fn.countAll<number>().as('drafts'))
    .executeTakeFirstOrThrow();
  return drafts;
}

export const findDraft = (db: Db, caller: Caller, key: string) =>
  selectOwnDrafts(db, caller)
    .select([...entryColumns, 'value'])
    .where('key', '=', key)
    .executeTakeFirst();

export async function getDraft({ db }: Services, caller: Caller, key: string) {
  const draft = await findDraft(db, caller, key);
  if (!draft) throw new Problem('not-found', 'You don’t have a draft of this form.');
  return { draft };
}
