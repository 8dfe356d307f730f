import { toNameKey } from '#contract/values/text.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addGroup, addMembers, type ProposalInput } from '#server/groups/add-group.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { findAccountByName } from '#server/groups/staff/bind-staff.ts';
import type { StaffedGroup, StaffUpdate } from '#server/groups/staff/staff-changes.ts';
import { writeGroup } from '#server/groups/write-group.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';
import type { GroupToImport } from './check-groups.ts';

/**
 * Creates a group. Returns its id and name, and its update for `notifyStaffChanges`. The caller must hold the locks on the
 * names of its staff.
 */
export async function createImportedGroup(
  context: WriteContext,
  cohort: CohortContent,
  { members, rows: _rows, externalExaminer, ...project }: GroupToImport,
): Promise<{ id: string; name: string; update: StaffUpdate }> {
  const { trx, caller } = context;
  // The cast is safe: `ProposalInput` requires files, but `addGroup` and `addMembers` do not store them.
  const submission = { ...project, groupMembers: members } as unknown as ProposalInput;
  const group = await addGroup(context, cohort, submission, '');
  const examiner = {
    external_examiner: externalExaminer || null,
    external_examiner_id: (await findAccountByName(trx, externalExaminer)) ?? null,
  };
  if (externalExaminer !== '') {
    const external_examiner_key = toNameKey(externalExaminer);
    await writeGroup(trx, group.id, { ...examiner, external_examiner_key });
  }
  const added = await addMembers(context, group.id, submission, undefined);
  const people = added.map(({ id, member: { name, email } }) => ({ id, name, email }));
  const named = { ...group, title: project.title };
  await queueNamedMemberEmails(context, named, people);
  const change = { part: 'group', field: 'import', from: null, to: project.title };
  await recordGroupChanges(context, group.id, [change]);
  const detail = `“${project.title}”, ${people.length} ${people.length === 1 ? 'member' : 'members'}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'group-imported', by: caller, subject, detail });
  const after: StaffedGroup = {
    ...named,
    supervisor: project.supervisor,
    ...examiner,
    deleted_at: null,
  };
  // Only the staff is notified. The members of a new group get the email that names them.
  const before = { ...after, supervisor_id: null, external_examiner_id: null };
  return { id: group.id, name: group.name, update: { before, after } };
}
