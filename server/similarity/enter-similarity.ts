import type { z } from 'zod';
import { links } from '#contract/links.ts';
import { Problem } from '#contract/problem.ts';
import { formatFigures } from '#contract/rules/similarity.ts';
import type { enterSimilarity as endpoint } from '#contract/similarity.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { addSimilarityEntry, type NewEntry } from './add-entry.ts';

/** Enters figures as a member of the group. Throws the errors of `addSimilarityEntry`. */
export const enterSimilarity = (
  services: Services,
  caller: Caller,
  groupId: string,
  { revision, thesisSha256, reportVersion, ...figures }: z.output<typeof endpoint.body>,
) =>
  addSimilarityEntry(
    services,
    caller,
    { groupId, revision, action: 'enter' },
    ({ thesis, report }) => {
      if (thesis?.sha256 !== thesisSha256 || report?.version !== reportVersion) {
        const message =
          'Nothing was saved: a newer version of the thesis or similarity report was uploaded. Enter the figures of the latest report.';
        throw new Problem('stale-version', message);
      }
      const message = 'Figures saved. Your supervisor will be asked to confirm them.';
      return { event: 'entered', figures, message };
    },
    notifySupervisor,
  );

async function notifySupervisor(
  context: WriteContext,
  group: LockedGroup,
  { figures }: NewEntry,
): Promise<void> {
  if (group.supervisor_id === null) return;
  const text = isolateRightToLeftValues`${group.name}: ${context.caller.name} entered the figures of the similarity report, ${formatFigures(figures)}. Please confirm them.`;
  const message = {
    to: { userId: group.supervisor_id },
    text,
    path: links.groupTab(group.name, 'documents'),
  };
  await notify(context, 'documents', [message]);
}
