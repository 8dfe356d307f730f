import type { FullGroup, FullMember } from '#contract/groups.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { getFullGroups, selectGroupRows } from '#server/groups/read-groups.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Services } from '#server/services.ts';
import { buildResultSheet, type ResultSheet } from './result-sheet.ts';

const batchSize = 40;

export async function* readSheets(
  services: Pick<Services, 'db' | 'content'>,
  groups: readonly DatabaseRow<'groups'>[],
): AsyncGenerator<ResultSheet[]> {
  const { db, content } = services;
  for (const batch of toBatches(groups, batchSize)) {
    const ids = batch.map(({ id }) => id);
    const rows = await selectGroupRows(db).where('groups.id', 'in', ids).execute();
    const byId = new Map(
      (await getFullGroups(db, content, rows, { withDocuments: false })).map((group) => [
        group._id,
        group,
      ]),
    );
    const fullRows = ids.map((id) => byId.get(id)).filter((group) => group !== undefined);
    yield await Promise.all(
      fullRows.map((group) => loadResultSheet(services, group, group.fypGroupMembers)),
    );
  }
}

export async function loadResultSheet(
  { db, content }: Pick<Services, 'db' | 'content'>,
  group: FullGroup,
  members: readonly FullMember[],
): Promise<ResultSheet> {
  const { name, scheme } = await content.cohort(db, group.cohortId);
  return buildResultSheet({ cohort: name, scheme, group, members });
}
