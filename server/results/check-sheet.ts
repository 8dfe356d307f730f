import type { z } from 'zod';
import type { checkResultSheet as endpoint } from '#contract/results.ts';
import type { Db } from '#server/db/tables.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { loadResultSheet } from './read-sheets.ts';

type Input = z.output<typeof endpoint.params> & z.output<typeof endpoint.query>;

/** Finds the group or member whose sheet has the check code. Throws `not-found` if the caller may not see the group. */
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
  let matches: string | null = null;
  for (const { name, members } of sheets) {
    const { digest } = await loadResultSheet(services, group, members);
    if (matches === null && digest.startsWith(code)) matches = name;
  }
  return { matches, changedAt: await findLastChange(services.db, row.id) };
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
