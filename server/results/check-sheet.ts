import type { z } from 'zod';
import type { checkResultSheet as endpoint } from '#contract/exports/results.ts';
import { listMembersWithMarks } from '#contract/rules/former-members.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { getVisibleGroup } from '#server/groups/group-access.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { buildResultSheet } from './result-sheet.ts';
import { listSheetContent } from './sheet-content.ts';

type Input = z.output<typeof endpoint.params> & z.output<typeof endpoint.query>;

/** Returns the content of the current sheet that has the check code. Throws `not-found` if the caller may not see the group. */
export async function findSheetByCode(
  services: Services,
  caller: Caller,
  { groupId, code }: Input,
) {
  const { db, content } = services;
  const [{ group: row }, group, lastMark] = await readTogether(db, (reader) =>
    Promise.all([
      getVisibleGroup(reader, caller, groupId),
      getFullGroup(reader, content, groupId),
      findLastMark(reader, groupId),
    ]),
  );
  const { name: cohort, scheme } = await content.cohort(db, row.cohort_id, row.cohort_version);
  const all = listMembersWithMarks(group);
  const sheets = [
    { name: group.fypGroupName, members: all },
    ...all.map((member) => ({ name: member.name, members: [member] })),
  ];
  const changes = [lastMark.at, row.changed_at, row.viva_changed_at].filter((at) => at !== null);
  const changedAt = changes.toSorted().at(-1) ?? row.changed_at;
  for (const { name, members } of sheets) {
    const sheet = buildResultSheet({ cohort, scheme, group, members });
    if (!sheet.digest.startsWith(code)) continue;
    return { matches: name, content: listSheetContent(sheet), changedAt };
  }
  return { matches: null, content: null, changedAt };
}

const findLastMark = (db: Db, groupId: string) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(({ fn }) => fn.max('marks.changed_at').as('at'))
    .where('members.group_id', '=', groupId)
    .executeTakeFirstOrThrow();
