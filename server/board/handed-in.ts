import { type Deadline, isPassed } from '#contract/rules/deadlines.ts';
import { type HandedIn, isFor } from '#contract/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import type { GroupScope } from '#server/groups/lists/groups-in-scope.ts';

type Group = { id: string; program: string };
type Asked = {
  groups: readonly Group[];
  deadlines: readonly Deadline[];
  /** When a deadline is for a group. */
  dueOf: (groupId: string, deadline: Deadline) => string;
};
type Files = Map<string, HandedIn[]>;

/**
 * As much of what groups have handed in as `submissionOf` needs: of each file its first and last version, which decide
 * unless a date lies between them; of groups where one does, all versions. An index serves both.
 */
export async function readHandedIn(db: Db, scope: GroupScope, asked: Asked): Promise<Files> {
  const kinds = [...new Set(asked.deadlines.flatMap(({ documents }) => documents))];
  if (kinds.length === 0) return new Map();
  const found = await db
    .selectFrom('documents')
    .select(['group_id as groupId', 'kind', 'member_id as memberId', 'deadline_id as deadlineId'])
    .select(({ fn }) => [
      fn.min('uploaded_at').as('first'),
      fn.max('uploaded_at').as('last'),
      fn.countAll<number>().as('count'),
    ])
    .where('group_id', 'in', scope.select('groups.id'))
    .where('kind', 'in', kinds)
    .groupBy(['group_id', 'kind', 'member_id', 'deadline_id'])
    .$narrowType<{ groupId: string }>()
    .execute();
  const isBetween = betweenOf(asked);
  const unclear = new Set<string>();
  const files: Files = new Map();
  for (const { groupId, first, last, count, ...file } of found) {
    if (count > 2 && isBetween(groupId, file.kind, first, last)) unclear.add(groupId);
    const own = files.get(groupId);
    const versions = [{ ...file, version: 1, at: first }];
    if (count > 1) versions.push({ ...file, version: count, at: last });
    if (own) own.push(...versions);
    else files.set(groupId, versions);
  }
  for (const groupId of unclear) files.set(groupId, []);
  for (const { groupId, ...file } of await allFilesOf(db, kinds, [...unclear])) {
    files.get(groupId)?.push({ ...file, version: 1 });
  }
  return files;
}

/** Whether a date that asks for this kind lies between two versions of the group. */
function betweenOf({ groups, deadlines, dueOf }: Asked) {
  const programs = new Map(groups.map(({ id, program }) => [id, program]));
  return (groupId: string, kind: string, first: string, last: string) =>
    deadlines.some((deadline) => {
      const isAsked = deadline.documents.some((one) => one === kind);
      if (!isAsked || !isFor(deadline, programs.get(groupId) ?? '')) return false;
      const due = dueOf(groupId, deadline);
      return !isPassed({ due }, new Date(first)) && isPassed({ due }, new Date(last));
    });
}

/** So many groups in one query: SQLite takes 32,766 parameters. */
const atOnce = 10_000;

async function allFilesOf(db: Db, kinds: readonly HandedIn['kind'][], ids: readonly string[]) {
  const files: (Omit<HandedIn, 'version'> & { groupId: string })[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = await db
      .selectFrom('documents')
      .select(['group_id as groupId', 'kind', 'member_id as memberId'])
      .select(['deadline_id as deadlineId', 'uploaded_at as at'])
      .where('group_id', 'in', ids.slice(from, from + atOnce))
      .where('kind', 'in', kinds as never)
      .$narrowType<{ groupId: string }>()
      .execute();
    files.push(...some);
  }
  return files;
}
