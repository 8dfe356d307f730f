import type { DocumentKind } from '#contract/rules/kinds.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { FileVersion, GroupDates, VersionedFile } from './list-lasting-versions.ts';
import {
  type DeadlineVersions,
  readDeadlineVersions,
  readMilestoneLinks,
} from './read-setting-versions.ts';

type Group = Pick<DatabaseRow<'groups'>, 'id' | 'cohort_id' | 'created_at'>;

/** Returns the group's files of these kinds with all their versions, in a fixed order. */
export async function readVersionedFiles(
  db: Db,
  groupId: string,
  kinds: readonly DocumentKind[],
): Promise<VersionedFile[]> {
  const rows = await db
    .selectFrom('documents')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .select(['documents.id', 'kind', 'member_id', 'documents.deadline_id', 'version', 'name'])
    .select(['uploaded_at', 'removed_at', 'checked_at'])
    .select(['submissions.deadline_id as submittedFor', 'submissions.submitted_at'])
    .select(({ selectFrom }) =>
      selectFrom('certificates')
        .select('certificates.id')
        // Only the index of `member_id` finds the rows without reading the whole table.
        .whereRef('certificates.member_id', '=', 'documents.member_id')
        .whereRef('certificates.document_id', '=', 'documents.id')
        .limit(1)
        .as('certificateId'),
    )
    .where('group_id', '=', groupId)
    .where('kind', 'in', kinds)
    .orderBy('kind')
    .orderBy('member_id')
    .orderBy('documents.deadline_id')
    .orderBy('version')
    .orderBy('kind')
    .execute();
  const files = new Map<string, VersionedFile & { versions: FileVersion[] }>();
  for (const row of rows) {
    const { kind, member_id: memberId, deadline_id: deadlineId } = row;
    const key = JSON.stringify([kind, memberId, deadlineId]);
    const file = files.get(key) ?? { kind, memberId, deadlineId, versions: [] };
    files.set(key, file);
    const submissions =
      row.submittedFor !== null && row.submitted_at !== null
        ? [{ deadlineId: row.submittedFor, at: row.submitted_at }]
        : [];
    const known = file.versions.findIndex(({ id }) => id === row.id);
    const version = {
      id: row.id,
      version: row.version,
      name: row.name,
      uploadedAt: row.uploaded_at,
      isRemoved: row.removed_at !== null,
      isChecked: row.checked_at !== null || row.certificateId !== null,
      submissions: [...(file.versions[known]?.submissions ?? []), ...submissions],
    };
    if (known === -1) file.versions.push(version);
    else file.versions[known] = version;
  }
  return [...files.values()];
}

/**
 * Reads all dates that decide or may decide which versions count. An admin can restore every stored version of a
 * setting and every former date of the group, so all of them are included, also those of removed deadlines.
 */
export async function readGroupDates(
  db: Db,
  content: PortalContent,
  group: Group,
): Promise<GroupDates> {
  const cohort = await content.cohort(db, group.cohort_id);
  const [deadlines, links, agreed, ownDates, requested] = await Promise.all([
    readDeadlineVersions(db, cohort._id, content.timeZone),
    readMilestoneLinks(db, cohort._id),
    db
      .selectFrom('group_deadlines')
      .select(['deadline_id', 'due'])
      .where('group_id', '=', group.id)
      .execute(),
    db
      .selectFrom('members')
      .select(['id as memberId', 'own_due as due'])
      .where('group_id', '=', group.id)
      .where('own_due', 'is not', null)
      .where(isCurrentMember)
      .$narrowType<{ due: string }>()
      .execute(),
    db
      .selectFrom('extension_requests')
      .select('deadline_id')
      .where('group_id', '=', group.id)
      .where('decision', 'is', null)
      .execute(),
  ]);
  const history = await db
    .selectFrom('changes')
    .select(['part', 'field', 'member_id', 'value_from', 'value_to', 'changed_at'])
    .where('group_id', '=', group.id)
    .where('part', 'in', ['group', ...new Set(links.map(({ key }) => key))])
    .execute();
  const listFormerDueDates = createDueDateLookup(history, deadlines);
  return {
    createdAt: group.created_at,
    ownDates,
    deadlines: deadlines.map(({ deadline, dueDates: commonDueDates }) => {
      const { _id } = deadline;
      const current = agreed.flatMap(({ deadline_id, due }) => (deadline_id === _id ? [due] : []));
      const individual = [...current, ...listFormerDueDates(_id)].filter((due) => due !== null);
      const dueDates = [...new Set([...commonDueDates, ...individual])];
      const isExtensionRequested = requested.some(({ deadline_id }) => deadline_id === _id);
      return { deadline, dueDates, isExtensionRequested };
    }),
    marked: history.flatMap(({ part, member_id: memberId, changed_at: at }) =>
      links.flatMap(({ key, deadlineId }) => (key === part ? [{ deadlineId, memberId, at }] : [])),
    ),
  };
}

type Change = Pick<DatabaseRow<'changes'>, 'part' | 'field' | 'value_from' | 'value_to'>;

/**
 * Returns a function that lists a deadline's due dates in the group's history. The history names deadlines by title, so
 * an entry belongs to each deadline that ever had the title, and to all deadlines if none had it.
 */
function createDueDateLookup(history: readonly Change[], deadlines: readonly DeadlineVersions[]) {
  const prefix = 'deadline ';
  const entries = history
    .filter(({ part, field }) => part === 'group' && field.startsWith(prefix))
    .map(({ field, value_from, value_to }) => {
      const title = field.slice(prefix.length);
      const named = deadlines.filter(({ titles }) => titles.has(title));
      const ids = (named.length > 0 ? named : deadlines).map(({ deadline }) => deadline._id);
      const dueDates = [value_from, value_to].filter(
        (value) => value !== null && !Number.isNaN(Date.parse(value)),
      );
      return { ids, dueDates };
    });
  return (deadlineId: string) =>
    entries.flatMap(({ ids, dueDates }) => (ids.includes(deadlineId) ? dueDates : []));
}
