import { sql } from 'kysely';
import { type Deadline, isDeadlinePassed } from '#contract/rules/deadlines.ts';
import {
  appliesToProgram,
  assignFilesToDeadlines,
  type SubmittedFile,
} from '#contract/rules/submissions.ts';
import type { Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

type Group = { id: string; program: string };
type SubmissionQuery = {
  groups: readonly Group[];
  deadlines: readonly Deadline[];
  dueOf: (groupId: string, deadline: Deadline) => string;
};
type Files = Map<string, SubmittedFile[]>;

const listKinds = (deadlines: readonly Deadline[]) => [
  ...new Set(deadlines.flatMap(({ documents }) => documents)),
];

type VersionRange = Omit<SubmittedFile, 'version' | 'at'> & {
  groupId: string;
  first: string;
  last: string;
  count: number;
};

/** Reads when each file's first and last version were submitted. */
export async function readVersionRanges(
  db: Db,
  scope: ScopedGroupQuery,
  deadlines: readonly Deadline[],
): Promise<VersionRange[]> {
  const kinds = listKinds(deadlines);
  if (kinds.length === 0) return [];
  return handedIn(db, kinds)
    .select(['documents.group_id as groupId', 'documents.kind', 'documents.member_id as memberId'])
    .select(({ fn }) => [
      'submissions.deadline_id as deadlineId',
      fn.min(at).as('first'),
      fn.max(at).as('last'),
      fn.countAll<number>().as('count'),
    ])
    .where('documents.group_id', 'in', scope.select('groups.id'))
    .groupBy(['documents.group_id', 'documents.kind'])
    .groupBy(['documents.member_id', 'submissions.deadline_id'])
    .$narrowType<{ groupId: string }>()
    .execute();
}

/** Returns each file's first and last version. If a due date lies between these, reads all file versions of the group. */
export async function readSubmittedFiles(
  db: Db,
  ranges: readonly VersionRange[],
  asked: SubmissionQuery,
): Promise<Files> {
  const kinds = listKinds(asked.deadlines);
  const deadlinesOf = deadlinesByGroup(asked);
  const unclear = new Set<string>();
  const files: Files = new Map();
  const add = (groupId: string, versions: readonly SubmittedFile[]) => {
    const groupFiles = files.get(groupId);
    if (groupFiles) groupFiles.push(...versions);
    else files.set(groupId, [...versions]);
  };
  for (const [groupId, rows] of Map.groupBy(ranges, (row) => row.groupId))
    for (const file of assignFilesToDeadlines(rows, deadlinesOf(groupId))) {
      const { first, last, count, ...about } = file;
      if (count > 2 && isBetween(asked, groupId, file)) unclear.add(groupId);
      const versions = [{ ...about, version: 1, at: first }];
      if (count > 1) versions.push({ ...about, version: count, at: last });
      add(groupId, versions);
    }
  for (const groupId of unclear) files.delete(groupId);
  const unclearFiles = await allFilesOf(db, kinds, [...unclear]);
  for (const [groupId, rows] of Map.groupBy(unclearFiles, (row) => row.groupId))
    add(
      groupId,
      assignFilesToDeadlines(rows, deadlinesOf(groupId)).map((file) => ({ ...file, version: 1 })),
    );
  return files;
}

const handedIn = (db: Db, kinds: readonly SubmittedFile['kind'][]) =>
  db
    .selectFrom('documents')
    .leftJoin('submissions', 'submissions.document_id', 'documents.id')
    .where('documents.kind', 'in', kinds as never);

const at = sql<string>`coalesce(submissions.submitted_at, documents.uploaded_at)`;

function deadlinesByGroup({ groups, deadlines }: SubmissionQuery) {
  const programs = new Map(groups.map(({ id, program }) => [id, program]));
  const byProgram = new Map<string, Deadline[]>();
  return (groupId: string): Deadline[] => {
    const program = programs.get(groupId) ?? '';
    const known = byProgram.get(program);
    if (known) return known;
    const programDeadlines = deadlines.filter((deadline) => appliesToProgram(deadline, program));
    byProgram.set(program, programDeadlines);
    return programDeadlines;
  };
}

type Range = { deadlineId: string; first: string; last: string };

function isBetween({ deadlines, dueOf }: SubmissionQuery, groupId: string, range: Range): boolean {
  const deadline = deadlines.find(({ _id }) => _id === range.deadlineId);
  if (!deadline) return false;
  const due = dueOf(groupId, deadline);
  return (
    !isDeadlinePassed({ due }, new Date(range.first)) &&
    isDeadlinePassed({ due }, new Date(range.last))
  );
}

/** Number of groups per query, because SQLite allows at most 32,766 parameters. */
const atOnce = 10_000;

async function allFilesOf(db: Db, kinds: readonly SubmittedFile['kind'][], ids: readonly string[]) {
  const files: (Omit<SubmittedFile, 'version'> & { groupId: string })[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    const batch = await handedIn(db, kinds)
      .select(['documents.group_id as groupId', 'documents.kind'])
      .select(['documents.member_id as memberId', 'submissions.deadline_id as deadlineId'])
      .select(at.as('at'))
      .where('documents.group_id', 'in', ids.slice(from, from + atOnce))
      .$narrowType<{ groupId: string }>()
      .execute();
    files.push(...batch);
  }
  return files;
}
