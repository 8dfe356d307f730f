import { withdrawScheduledAnnouncements } from '#server/announcements/withdraw-scheduled.ts';
import { queueCertificateResults } from '#server/certificates/open-certificates.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { groupColumns } from '#server/groups/columns.ts';
import { settleObjectionUnchecked } from '#server/objections/open-objections.ts';
import { recordExtensionDecision } from '#server/submissions/decide-extension.ts';
import type { StoredOpenWork } from './open-work.ts';

export type SettlementChoices = {
  /** The reason for refusing the open extension requests. If undefined, the requests remain undecided. */
  refuseRequests?: string | undefined;
  settleObjections: boolean;
  sendResults: boolean;
};

/** Settles the open work of a cohort, which the caller must lock. Returns phrases that describe what was settled. */
export async function settleOpenWork(
  context: WriteContext,
  cohort: CohortContent,
  openWork: StoredOpenWork,
  choices: SettlementChoices,
): Promise<string[]> {
  const { trx } = context;
  const groupOf = await readGroups(trx, openWork);
  const { refuseRequests: reason } = choices;
  const refused = reason === undefined ? [] : openWork.requests;
  for (const request of refused) {
    const { group_id, deadline_id, asked_due } = request;
    // Use the id as the title if the deadline was removed from the settings.
    const title = cohort.deadlines.find(({ _id }) => _id === deadline_id)?.title ?? deadline_id;
    const decided = { deadline: { title }, decision: 'refused', due: asked_due } as const;
    const about = { ...decided, reason: reason ?? '' };
    await recordExtensionDecision(context, groupOf(group_id), request, about);
  }
  const settled = choices.settleObjections ? openWork.objections : [];
  for (const { _id, groupId, fypGroupName } of settled) {
    await settleObjectionUnchecked(context, _id, { id: groupId, name: fypGroupName });
  }
  const withdrawn = await withdrawScheduledAnnouncements(context, cohort._id);
  const untold = new Map(openWork.untold.map((row) => [row.member_id, row.group_id]));
  const members = [...untold].map(([memberId, id]) => ({ memberId, group: groupOf(id) }));
  const sent = choices.sendResults ? await queueCertificateResults(context, members) : 0;
  return [
    ...formatNonZeroCount(
      refused.length,
      'extension request declined',
      'extension requests declined',
    ),
    ...formatNonZeroCount(settled.length, 'objection settled', 'objections settled'),
    ...formatNonZeroCount(
      withdrawn,
      'scheduled announcement withdrawn',
      'scheduled announcements withdrawn',
    ),
    ...formatNonZeroCount(sent, 'certificate result emailed', 'certificate results emailed'),
  ];
}

export const formatNonZeroCount = (count: number, singular: string, plural: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? singular : plural}`];

async function readGroups(trx: Db, { requests, untold }: StoredOpenWork) {
  const ids = [...new Set([...requests, ...untold].map(({ group_id }) => group_id))];
  const rows: DatabaseRow<'groups'>[] = [];
  for (const id of ids) {
    rows.push(
      await trx
        .selectFrom('groups')
        .select(groupColumns)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string): DatabaseRow<'groups'> => {
    const group = byId.get(id);
    if (!group) throw new Error(`The group ${id} was not read.`);
    return group;
  };
}
