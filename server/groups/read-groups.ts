import {
  type DocumentInfo,
  type DocumentKind,
  getDocumentUrl,
  maxListedVersions,
} from '#contract/documents.ts';
import type { FullGroup, FullMember, OwnGroup, PublicMember } from '#contract/groups.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { groupColumns } from './columns.ts';
import { createGroupNotFoundProblem } from './group-access.ts';
import { selectDocumentsWithLastVersion } from './newest-files.ts';

type GroupRow = DatabaseRow<'groups'> & {
  changed_by_name: string | null;
  cohort_version: number | null;
};

export const selectGroupRows = (db: Db) =>
  db
    .selectFrom('groups')
    .leftJoin('users as changer', 'changer.id', 'groups.changed_by')
    .select(groupColumns.map((column) => `groups.${column}` as const))
    .select('changer.name as changed_by_name')
    .select(({ selectFrom }) =>
      selectFrom('cohorts')
        .select('cohorts.version')
        .whereRef('cohorts.id', '=', 'groups.cohort_id')
        .as('cohort_version'),
    );

/** Returns the groups of these rows. Without documents, `documents` is empty and all URLs of files are null. */
export async function getFullGroups(
  db: Db,
  content: PortalContent,
  rows: readonly GroupRow[],
  { withDocuments = true } = {},
): Promise<FullGroup[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const members = await membersIn(db, { ids });
  const marks = await marksIn(db, { ids });
  const documents = withDocuments ? await documentsIn(db, { ids }) : [];
  const submissions = Map.groupBy(
    withDocuments ? await submissionsIn(db, { ids }) : [],
    ({ document_id }) => document_id,
  );
  const marksOf = Map.groupBy(marks, ({ member_id }) => member_id);
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
  const keysOf = new Map<string | null, string[]>();
  for (const { cohort_id, cohort_version } of rows) {
    if (keysOf.has(cohort_id)) continue;
    const { scheme } = await content.cohort(db, cohort_id, cohort_version);
    keysOf.set(
      cohort_id,
      listMilestones(scheme).map(({ key }) => key),
    );
  }
  const documentsOf = Map.groupBy(documents, ({ group_id }) => group_id);
  return rows.map((row) => {
    const groupDocuments = (documentsOf.get(row.id) ?? []).map((document) =>
      toDocumentInfo(document, submissions.get(document.id) ?? []),
    );
    const keys = keysOf.get(row.cohort_id) ?? [];
    return {
      ...baseOf(row, groupDocuments),
      documents: groupDocuments,
      fypGroupMembers: (membersOf.get(row.id) ?? []).map((member) =>
        fullMember(member, keys, marksOf.get(member.id) ?? [], groupDocuments),
      ),
      supervisorId: row.supervisor_id,
      externalExaminerId: row.external_examiner_id,
      claimedMemberIds: claimedOf(membersOf.get(row.id) ?? []),
      version: row.version,
      changedAt: row.changed_at,
      changedBy: row.changed_by_name,
      deletedAt: row.deleted_at,
    };
  });
}

const membersIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('members')
    .select(['id', 'group_id', 'name', 'father_name', 'roll', 'email', 'phone', 'user_id'])
    .where(isIdInJsonArray(db, 'group_id', ids))
    .orderBy('position'),
);
const claimedOf = (members: readonly MemberRow[]) =>
  members.filter(({ user_id }) => user_id !== null).map(({ id }) => id);

type MemberRow = Awaited<ReturnType<typeof membersIn>>[number];

const marksIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('marks')
    .innerJoin('members', 'members.id', 'marks.member_id')
    .select(['marks.member_id', 'marks.milestone', 'marks.marks', 'marks.feedback'])
    .select('marks.revision')
    .where(isIdInJsonArray(db, 'members.group_id', ids)),
);
type MarkRow = Awaited<ReturnType<typeof marksIn>>[number];

const documentsIn = prepareQuery((db, { ids }: { ids: string }) =>
  selectDocumentsWithLastVersion(db, ids)
    .select(['documents.id', 'documents.group_id', 'documents.kind', 'documents.member_id'])
    .select(['documents.deadline_id', 'version', 'name', 'media_type', 'size', 'sha256'])
    .select(['uploaded_at', 'uploaded_by_name', 'checked_at', 'checked_by_name'])
    // Evidence belongs to an extension request, and most readers of the group may not see it.
    .where('documents.kind', '!=', 'evidence')
    .where('version', '>', (eb) => eb('newest.last', '-', maxListedVersions))
    .orderBy('uploaded_at', 'desc')
    .orderBy('version', 'desc')
    // A proposal's documents have the same upload time: list the group's documents before its members'.
    .orderBy((eb) => eb('documents.member_id', 'is not', null))
    .orderBy('documents.kind')
    .orderBy('documents.id'),
);

const submissionsIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('submissions')
    .innerJoin('documents', 'documents.id', 'submissions.document_id')
    .select(['document_id', 'submissions.deadline_id', 'submitted_at'])
    .where(isIdInJsonArray(db, 'documents.group_id', ids))
    .orderBy('submitted_at')
    .orderBy('submissions.deadline_id'),
);

const groupRowOf = prepareQuery((db, { id }: { id: string }) =>
  selectGroupRows(db).where('groups.id', '=', id),
);

/** Returns a group, even if it is in the bin. Throws `not-found` if it does not exist. */
export async function getFullGroup(
  db: Db,
  content: PortalContent,
  groupId: string,
): Promise<FullGroup> {
  const rows = await groupRowOf(db, { id: groupId });
  const [group] = await getFullGroups(db, content, rows);
  if (!group) throw createGroupNotFoundProblem();
  return group;
}

/** Removes other members' documents, and reduces each member to name, roll number, email and phone number. */
export function toOwnGroup(memberId: string, group: FullGroup): OwnGroup {
  const { supervisorId, externalExaminerId, claimedMemberIds, ...rest } = group;
  const { version, changedAt, changedBy, deletedAt, ...seen } = rest;
  return {
    ...seen,
    documents: seen.documents.filter((d) => d.memberId === null || d.memberId === memberId),
    fypGroupMembers: seen.fypGroupMembers.map(cardOf),
  };
}

const cardOf = ({ _id, name, roll, email, phone }: FullMember): PublicMember => ({
  _id,
  name,
  roll,
  email,
  phone,
});

function baseOf(row: GroupRow, documents: DocumentInfo[]) {
  return {
    _id: row.id,
    cohortId: row.cohort_id,
    fypGroupName: row.name,
    program: row.program,
    fypTitle: row.title,
    fypCategory: row.category,
    supervisor: row.supervisor,
    externalExaminer: row.external_examiner,
    proposalUrl: newest(documents, 'proposal'),
    thesisUrl: newest(documents, 'thesis'),
    similarityReportUrl: newest(documents, 'similarity'),
    projectCodeUrl: newest(documents, 'code'),
    externalVivaDetails: {
      vivaDate: row.viva_date,
      vivaStatus: row.viva_status,
      vivaFeedback: row.viva_feedback,
      revision: row.viva_revision,
    },
    createdAt: row.created_at,
  };
}

function fullMember(
  member: MemberRow,
  keys: readonly string[],
  marks: readonly MarkRow[],
  documents: DocumentInfo[],
): FullMember {
  const memberDocuments = documents.filter(({ memberId }) => memberId === member.id);
  const entries = keys.map((key) => [key, entryOf(marks, key)] as const);
  const fields = {
    _id: member.id,
    name: member.name,
    fathername: member.father_name,
    roll: member.roll,
    email: member.email,
    phone: member.phone,
    feeProofPath: newest(memberDocuments, 'feeProof'),
    certificatePath: newest(memberDocuments, 'certificate'),
  };
  return Object.assign(Object.fromEntries(entries), fields);
}

function entryOf(marks: readonly MarkRow[], key: string) {
  const entry = marks.find(({ milestone }) => milestone === key);
  return {
    marks: entry?.marks ?? null,
    feedback: entry?.feedback ?? null,
    revision: entry?.revision ?? 0,
  };
}

function newest(documents: DocumentInfo[], kind: DocumentKind): string | null {
  const ofKind = documents.filter((document) => document.kind === kind);
  const last = ofKind.toSorted((a, b) => b.version - a.version)[0];
  return last?.url ?? null;
}

type DocumentRow = Omit<Awaited<ReturnType<typeof documentsIn>>[number], 'group_id'>;

type SubmissionRow = Pick<
  DatabaseRow<'submissions'>,
  'document_id' | 'deadline_id' | 'submitted_at'
>;

/** `submissions` may also contain submissions of other documents, which are ignored. */
export const toDocumentInfo = (
  row: DocumentRow,
  submissions: readonly SubmissionRow[],
): DocumentInfo => ({
  _id: row.id,
  kind: row.kind,
  memberId: row.member_id,
  deadlineId: row.deadline_id,
  version: row.version,
  name: row.name,
  mediaType: row.media_type,
  size: row.size,
  sha256: row.sha256,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by_name,
  checkedAt: row.checked_at,
  checkedBy: row.checked_by_name,
  submissions: submissions
    .filter(({ document_id }) => document_id === row.id)
    .map(({ deadline_id, submitted_at }) => ({ deadlineId: deadline_id, at: submitted_at })),
  url: getDocumentUrl(row.id),
});
