import type { DocumentInfo } from '#contract/documents.ts';
import type {
  EarlierViva,
  FullGroup,
  FullMember,
  OwnGroup,
  PublicMember,
} from '#contract/groups.ts';
import { isKindInUse } from '#contract/rules/document-kinds.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import type { PortalContent } from '#server/content/content.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { groupColumns, selectCohortVersion } from './columns.ts';
import { readEarlierVivas } from './earlier-vivas.ts';
import { createGroupNotFoundProblem } from './group-access.ts';
import { documentsIn, findNewestUrl, submissionsIn, toDocumentInfo } from './group-documents.ts';
import { readFormerMembers, toFormerMembers } from './membership/former-members.ts';
import { type MarkEntry, readMarks, readMarksOnly } from './read-marks.ts';

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
    .select(selectCohortVersion);

/**
 * Without details, `documents` and `earlierVivas` are empty, URLs of files and feedback on marks are null, and revisions of
 * marks are 0.
 */
export type ReadOptions = { withDetails: boolean };

/** Returns the groups with these ids, sorted by name. Omits ids without a group. */
export async function getFullGroupsById(
  db: Db,
  content: PortalContent,
  ids: readonly string[],
  { withDetails }: ReadOptions,
): Promise<FullGroup[]> {
  const json = JSON.stringify(ids);
  const [rows, parts] = await readTogether(db, (reader) =>
    Promise.all([groupRowsIn(reader, { ids: json }), readParts(reader, json, withDetails)]),
  );
  return buildGroups(db, content, rows, parts);
}

const groupRowsIn = prepareQuery((db, { ids }: { ids: string }) =>
  selectGroupRows(db)
    .where(isIdInJsonArray(db, 'groups.id', ids))
    .orderBy('groups.sort_key')
    .orderBy('groups.id'),
);

/** Returns the groups of these rows. */
export async function getFullGroups(
  db: Db,
  content: PortalContent,
  rows: readonly GroupRow[],
  { withDetails }: ReadOptions = { withDetails: true },
): Promise<FullGroup[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return buildGroups(db, content, rows, await readParts(db, ids, withDetails));
}

/** Reads the rows of all other tables that belong to the groups with these ids, a JSON array. */
async function readParts(db: Db, ids: string, withDetails: boolean) {
  const [members, formerMembers, marks, ...details] = await readTogether(db, (db) =>
    Promise.all([
      membersIn(db, { ids }),
      readFormerMembers(db, { ids }),
      withDetails ? readMarks(db, ids) : readMarksOnly(db, ids),
      withDetails ? readEarlierVivas(db, ids) : new Map<string, EarlierViva[]>(),
      withDetails ? documentsIn(db, { ids }) : [],
      withDetails ? submissionsIn(db, { ids }) : [],
    ]),
  );
  const [earlierVivas, documents, submissions] = details;
  return { members, formerMembers, marks, earlierVivas, documents, submissions };
}

async function buildGroups(
  db: Db,
  content: PortalContent,
  rows: readonly GroupRow[],
  { members, marks, earlierVivas, documents, ...parts }: Awaited<ReturnType<typeof readParts>>,
): Promise<FullGroup[]> {
  const submissions = Map.groupBy(parts.submissions, ({ document_id }) => document_id);
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id);
  const formerOf = Map.groupBy(parts.formerMembers, (row) => row.former_group_id);
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
    const groupDocuments = (documentsOf.get(row.id) ?? [])
      .filter(({ kind }) => isKindInUse(content.modules, kind))
      .map((document) => toDocumentInfo(document, submissions.get(document.id) ?? []));
    const keys = keysOf.get(row.cohort_id) ?? [];
    const toFullMember = (member: MemberRow) =>
      fullMember(
        content.modules.fatherName ? member : { ...member, father_name: '' },
        keys,
        marks.get(member.id) ?? {},
        groupDocuments,
      );
    const formerMembers = toFormerMembers(formerOf.get(row.id) ?? [], toFullMember);
    return {
      ...baseOf(row, groupDocuments),
      earlierVivas: earlierVivas.get(row.id) ?? [],
      documents: groupDocuments,
      fypGroupMembers: (membersOf.get(row.id) ?? []).map(toFullMember),
      ...(formerMembers.length > 0 && { formerMembers }),
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
    .where(isCurrentMember)
    .orderBy('position'),
);
const claimedOf = (members: readonly MemberRow[]) =>
  members.filter(({ user_id }) => user_id !== null).map(({ id }) => id);

type MemberRow = Awaited<ReturnType<typeof membersIn>>[number];

/** Returns a group, even if it is in the bin. Throws `not-found` if it does not exist. */
export async function getFullGroup(
  db: Db,
  content: PortalContent,
  groupId: string,
): Promise<FullGroup> {
  const [group] = await getFullGroupsById(db, content, [groupId], { withDetails: true });
  if (!group) throw createGroupNotFoundProblem();
  return group;
}

/** Removes other members' documents, and reduces each member to name, roll number, email and phone number. */
export function toOwnGroup(memberId: string, group: FullGroup): OwnGroup {
  const { supervisorId, externalExaminerId, claimedMemberIds, ...rest } = group;
  const { version, changedAt, changedBy, deletedAt, formerMembers, ...seen } = rest;
  return {
    ...seen,
    ...(formerMembers && {
      formerMembers: formerMembers.map(({ _id, name, roll, leftOn }) => ({
        _id,
        name,
        roll,
        leftOn,
      })),
    }),
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
    proposalUrl: findNewestUrl(documents, 'proposal'),
    thesisUrl: findNewestUrl(documents, 'thesis'),
    similarityReportUrl: findNewestUrl(documents, 'similarity'),
    projectCodeUrl: findNewestUrl(documents, 'code'),
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
  marks: Readonly<Record<string, MarkEntry>>,
  documents: DocumentInfo[],
): FullMember {
  const memberDocuments = documents.filter(({ memberId }) => memberId === member.id);
  const entries: Record<string, MarkEntry> = {};
  for (const key of keys) entries[key] = marks[key] ?? unmarked;
  return Object.assign(entries, {
    _id: member.id,
    name: member.name,
    fathername: member.father_name,
    roll: member.roll,
    email: member.email,
    phone: member.phone,
    feeProofPath: findNewestUrl(memberDocuments, 'feeProof'),
    certificatePath: findNewestUrl(memberDocuments, 'certificate'),
  });
}

/** The entry of each unmarked milestone, shared to save memory in long lists. */
const unmarked: MarkEntry = Object.freeze({ marks: null, feedback: null, revision: 0 });
