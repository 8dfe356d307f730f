import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ImportRowError, importColumns } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';
import { applyGroupEdit } from '#server/admin/update-group.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { addMembers, type ProposalInput } from '#server/groups/add-group.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { isDuplicateMemberError } from '#server/groups/duplicate-member.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { findOwnDueDate, setOwnDueDates } from '#server/groups/membership/own-due-dates.ts';
import { findSupervisingExaminerWarning } from '#server/groups/roles/supervising-examiners.ts';
import type { StaffUpdate } from '#server/groups/staff/staff-changes.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';
import type { ChangedGroup } from './compare-groups.ts';
import { formatMember } from './find-differences.ts';

/**
 * Applies the changes as edits by an admin, in order of group id to prevent deadlocks. Rolls back invalid edits and
 * returns their errors, warnings by group id, and the changed groups for `notifyStaffChanges`. The caller must hold the
 * locks on all supervisor names and emails in the file.
 */
export async function changeGroups(
  context: WriteContext,
  groups: readonly ChangedGroup[],
): Promise<{ errors: ImportRowError[]; warnings: Map<string, string>; updates: StaffUpdate[] }> {
  const { trx } = context;
  const errors: ImportRowError[] = [];
  const warnings = new Map<string, string>();
  const updates: StaffUpdate[] = [];
  for (const group of groups.toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1))) {
    await nextTurn();
    await sql`savepoint import_change`.execute(trx);
    try {
      const changed = await applyGroupEdit(context, group.groupId, group.edit);
      await addToGroup(context, group);
      const warning = await findWarning(trx, group);
      if (warning !== undefined) warnings.set(group.groupId, warning);
      updates.push(...changed);
    } catch (error) {
      const refused = refusalOf(error, group);
      if (!refused) throw error;
      errors.push(refused);
      await sql`rollback to savepoint import_change`.execute(trx);
    }
    await sql`release savepoint import_change`.execute(trx);
  }
  return { errors, warnings, updates };
}

const findWarning = async (trx: Db, { groupId, edit }: ChangedGroup) =>
  edit.supervisor === undefined && edit.externalExaminer === undefined
    ? undefined
    : findSupervisingExaminerWarning(trx, groupId);

async function addToGroup(context: WriteContext, { groupId, added }: ChangedGroup): Promise<void> {
  const { trx, caller, services, now } = context;
  if (added.length === 0) return;
  const group = await lockGroup(trx, groupId);
  // The cast is safe: `ProposalInput` requires files, but `addMembers` does not store them.
  const submission = { groupMembers: added } as unknown as ProposalInput;
  const members = await addMembers(context, groupId, submission, undefined);
  const people = members.map(({ id, member: { name, email } }) => ({ id, name, email }));
  const { rules } = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
  const ownDue = findOwnDueDate({ timeZone: services.config.timeZone, rules, now });
  await setOwnDueDates(
    context,
    people.map(({ id }) => id),
    ownDue,
  );
  await queueNamedMemberEmails(context, group, people);
  const lines = members.map(({ id, member }) => ({
    memberId: id,
    part: 'member',
    field: 'roll',
    from: null,
    to: member.roll,
  }));
  await recordGroupChanges(context, groupId, lines);
  const detail = `new members: ${added.map(formatMember).join(', ')}`;
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
  await incrementGroupVersion(context, groupId);
}

const columns: Record<string, keyof typeof importColumns.groups> = {
  fypTitle: 'title',
  fypCategory: 'category',
  supervisorId: 'supervisor',
};

export const formatStaleGroupMessage = (group: string) =>
  `${group} has changed since the check. Check the file again.`;

const ofWholeImport = new Set<string>(['signed-out', 'cohort-closed']);

/** Converts the error of an invalid edit to a row error. Returns undefined if the error affects the whole import. */
function refusalOf(error: unknown, group: ChangedGroup): ImportRowError | undefined {
  const row = group.rows[0] ?? 1;
  if (isDuplicateMemberError(error)) {
    const at = group.added[0]?.row ?? row;
    const message = 'This email or roll number already belongs to a member of a group.';
    return { row: at, column: 'roll', message };
  }
  if (!(error instanceof Problem) || ofWholeImport.has(error.code)) return undefined;
  if (error.code === 'stale-version' || error.code === 'not-found') {
    return { row, column: 'group', message: formatStaleGroupMessage(group.group ?? '') };
  }
  const [[path, message] = ['', error.message]] = Object.entries(error.details.fields ?? {});
  const [, list, index, field] = /^(fypGroupMembers|groupMembers)\.(\d+)\.(\w+)$/.exec(path) ?? [];
  // Error paths begin with `groupMembers` for new members and with `fypGroupMembers` for stored members.
  const isAdded = list === 'groupMembers';
  const memberRow = isAdded ? group.added[Number(index)]?.row : rowOfEdit(group, Number(index));
  const name = field ?? path;
  const column = columns[name] ?? (name in importColumns.groups ? name : 'group');
  return { row: memberRow ?? row, column, message: String(message) };
}

const rowOfEdit = ({ differences }: ChangedGroup, index: number) =>
  [
    ...new Set(
      differences.flatMap(({ row, member, field }) => (member && field !== 'members' ? [row] : [])),
    ),
  ][index];
