import { listMembersWithMarks } from '#contract/rules/former-members.ts';
import type { SelectedGroup } from '#server/groups/lists/selected-groups.ts';
import { getFullGroupsById } from '#server/groups/read-groups.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Services } from '#server/services.ts';
import { buildResultSheet, type ResultSheet } from './result-sheet.ts';

const batchSize = 40;

export async function* readSheets(
  services: Pick<Services, 'db' | 'content'>,
  groups: readonly SelectedGroup[],
): AsyncGenerator<ResultSheet[]> {
  const { db, content } = services;
  for (const batch of toBatches(groups, batchSize)) {
    const ids = batch.map(({ id }) => id);
    const full = await getFullGroupsById(db, content, ids, { withDetails: false });
    const byId = new Map(full.map((group) => [group._id, group]));
    const sheets: ResultSheet[] = [];
    for (const { id, cohort_id, cohort_version } of batch) {
      const group = byId.get(id);
      if (!group) continue;
      const { name, scheme } = await content.cohort(db, cohort_id, cohort_version);
      const members = listMembersWithMarks(group);
      sheets.push(buildResultSheet({ cohort: name, scheme, group, members }));
    }
    yield sheets;
  }
}
