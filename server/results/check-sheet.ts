import type { z } from 'zod';
import type { checkResultSheet as endpoint } from '#contract/exports/results.ts';
import type { Db } from '#server/db/tables.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { loadResultSheet } from './read-sheets.ts';
import { listSheetContent } from './sheet-content.ts';

type Input = z.output<typeof endpoint.params> & z.output<typeof endpoint.query>;

/** Returns the content of the current sheet that has the check code. Throws `not-found` if the caller may not see the group. */
export async function findSheetByCode(
  services: Services,
  caller: Caller,
  { groupId, code }: Input,
) {
  const { group: row } = await getVisibleGroup(services.db, caller, groupId);
  const group = await getFullGroup(services.db, services.content, row.id);
  const all = group.fypGroupMembers;
  const sheets = [
    { name: group.fypGroupName, members: all },
    ...all.map((member) => ({ name: member.name, members: [member] })),
  ];
  const changedAt = await findLastChange(services.db, row.id);
  for (const { name, members } of sheets) {
    const sheet = await loadResultSheet(services, group, members);
    if (!sheet.digest.startsWith(code)) continue;
    return { matches: name, content: listSheetContent(sheet), changedAt };
  }
  return { matches: null, content: null, changedAt };
}

async function findLastChange(db: Db, groupId: string): Promise<string> {
  const marks = await db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(({ fn }) => fn.max('marks.changed_at').as('at'))
    .where('members.group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  const { changed_at, viva_changed_at } = await db
    .selectFrom('groups')
    .select(['changed_at', 'viva_changed_at'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  const all = [marks.at, changed_at, viva_changed_at].filter((at) => at !== null);
  return all.toSorted().at(-1) ?? changed_at;
}
