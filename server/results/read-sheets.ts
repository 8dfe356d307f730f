import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { Row } from '#server/db/tables.ts';
import { fullGroups, groupRows } from '#server/groups/read-groups.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Services } from '#server/services.ts';
import { type ResultSheet, resultSheet } from './result-sheet.ts';

const groupsAtOnce = 40;

/** In the order given, a few at a time. */
export async function* readSheets(
  services: Pick<Services, 'db' | 'content'>,
  groups: readonly Row<'groups'>[],
): AsyncGenerator<ResultSheet[]> {
  const { db, content } = services;
  for (const some of toBatches(groups, groupsAtOnce)) {
    const ids = some.map(({ id }) => id);
    const rows = await groupRows(db).where('groups.id', 'in', ids).execute();
    const byId = new Map((await fullGroups(db, content, rows)).map((group) => [group._id, group]));
    const found = ids.map((id) => byId.get(id)).filter((group) => group !== undefined);
    yield await Promise.all(found.map((group) => sheetOf(services, group, group.fypGroupMembers)));
  }
}

export async function sheetOf(
  { db, content }: Pick<Services, 'db' | 'content'>,
  group: FullGroup,
  members: readonly FullMember[],
): Promise<ResultSheet> {
  const { name, scheme } = await content.cohort(db, group.cohortId);
  return resultSheet({ cohort: name, scheme, group, members });
}
