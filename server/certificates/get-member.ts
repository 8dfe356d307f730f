import { Problem } from '#contract/problem.ts';
import { getCertificatesState } from '#contract/rules/certificates-state.ts';
import type { MemberCertificates } from '#contract/students/certificates.ts';
import type { PortalContent } from '#server/content/content.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { hasFullGroupAccess, isSupervisorOrAdmin } from '#server/groups/group-access.ts';
import { toDocumentInfo } from '#server/groups/group-documents.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { isDecisionUnsent, readCertificateRows, toCertificate } from './read-entries.ts';
import { countCertificatesByState, getCertificateFileState } from './read-states.ts';

const maxReasons = 20;

export const createMemberNotFoundProblem = () =>
  new Problem('not-found', 'This student doesn’t exist, or you don’t have access.');

/** Returns a member with the columns of their group, or undefined if the group is in the bin. */
export const findMemberWithGroup = (db: Db, memberId: string) =>
  db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('groups')
    .select(['members.id as memberId', 'members.name as memberName', 'members.roll'])
    .where('members.id', '=', memberId)
    .where('groups.deleted_at', 'is', null)
    .executeTakeFirst();

/** Returns a member's certificates. Throws `not-found` unless the caller has full access to the group. */
export async function getCertificatesOfMember(
  { db, content }: Services,
  caller: Caller,
  memberId: string,
) {
  const facts = await readTogether(db, (reader) => readMemberFacts(reader, caller, memberId));
  if (!facts.member || !hasFullGroupAccess(caller, facts.member)) {
    throw createMemberNotFoundProblem();
  }
  return toMemberCertificates(content, caller, facts);
}

async function readMemberFacts(db: Db, caller: Caller, memberId: string) {
  const [member, entries, documents, submissions, reasons] = await Promise.all([
    findMemberWithGroup(db, memberId),
    readCertificateRows(db, memberId),
    listCertificatePdfVersions(db, memberId),
    submissionsOfMember(db, memberId),
    reasonsBefore(db, caller),
  ]);
  return { member, entries, documents, submissions, reasons };
}

/** Returns a member's certificates without a permission check. Throws `not-found`. */
export async function getCertificatesOfAnyMember(
  db: Db,
  content: PortalContent,
  caller: Caller,
  memberId: string,
): Promise<MemberCertificates> {
  return toMemberCertificates(content, caller, await readMemberFacts(db, caller, memberId));
}

function toMemberCertificates(
  content: PortalContent,
  caller: Caller,
  { member, entries, documents, submissions, reasons }: Awaited<ReturnType<typeof readMemberFacts>>,
): MemberCertificates {
  if (!member) throw createMemberNotFoundProblem();
  const [newest] = documents;
  const file = getCertificateFileState(newest);
  const certificates = entries.map(toCertificate);
  const { state, sentence } = getCertificatesState(content.courses.rule, certificates, file);
  return {
    memberId: member.memberId,
    name: member.memberName,
    roll: member.roll,
    groupId: member.id,
    fypGroupName: member.name,
    program: member.program,
    supervisor: member.supervisor,
    state,
    sentence,
    ...countCertificatesByState(certificates),
    entries: certificates,
    documents: documents.map((document) => toDocumentInfo(document, submissions)),
    mayCheck: isSupervisorOrAdmin(caller, member),
    untold: entries.filter(isDecisionUnsent).length,
    reasons,
  };
}

/** Returns the versions of a member's merged PDF, newest first. */
export const listCertificatePdfVersions = (
  db: Db,
  memberId: string,
): Promise<DatabaseRow<'documents'>[]> =>
  db
    .selectFrom('documents')
    .selectAll()
    .where('kind', '=', 'certificate')
    .where('member_id', '=', memberId)
    .orderBy('version', 'desc')
    .execute();

const submissionsOfMember = (db: Db, memberId: string) =>
  db
    .selectFrom('submissions')
    .innerJoin('documents', 'documents.id', 'submissions.document_id')
    .select(['document_id', 'submissions.deadline_id', 'submitted_at'])
    .where('documents.member_id', '=', memberId)
    .orderBy('submitted_at')
    .execute();

/** Returns the most frequent reasons for returning certificates. Supervisors get only those from their own groups. */
async function reasonsBefore(db: Db, caller: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select('reason')
    .where('reason', 'is not', null)
    .$if(caller.role !== 'admin', (query) => query.where('supervisor_id', '=', caller.userId))
    .groupBy('reason')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('reason')
    .limit(maxReasons)
    .execute();
  return rows.flatMap(({ reason }) => reason ?? []);
}
