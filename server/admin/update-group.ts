import type { z } from 'zod';
import {
  type updateGroup as endpoint,
  extractMarksFromEdits,
  validateMemberEdits,
} from '#contract/admin/group-edits.ts';
import { Problem, toValidationProblem } from '#contract/problem.ts';
import type { ProposalChoices } from '#contract/settings/department.ts';
import { formatTooManyMembers } from '#contract/students/proposals.ts';
import { findListEntry } from '#contract/values/listed.ts';
import { normaliseListEntry } from '#contract/values/text.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { requireUniqueNameKey, writeUniqueName } from '#server/db/unique-names.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { lockGroup, requireImpartialCaller } from '#server/groups/group-access.ts';
import { samePersonField } from '#server/groups/identity/require-same-person.ts';
import { lockGroupsOfMembers } from '#server/groups/membership/earlier-rows.ts';
import { getFullGroup } from '#server/groups/read-groups.ts';
import {
  findExistingRoleConflicts,
  requireNoNewRoleConflict,
} from '#server/groups/roles/require-no-new-conflict.ts';
import { notifyStaffChanges } from '#server/groups/staff/notify-staff-changes.ts';
import type { StaffUpdate } from '#server/groups/staff/staff-changes.ts';
import { incrementGroupVersion, writeGroup } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import {
  parseSentMarks,
  readGroupMembers,
  readStoredMarks,
  writeMarks,
} from '#server/marks/write-marks.ts';
import { writeViva } from '#server/marks/write-viva.ts';
import { queueNamedMemberEmails } from '#server/objections/queue-named-members.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { changeMembers } from './change-members.ts';
import { findConflictField } from './find-conflict-field.ts';
import { findFieldChanges } from './find-differences.ts';
import { requireFresh } from './require-fresh.ts';
import { lockStaffAccounts, resolveStaffAccounts, type StaffAccount } from './resolve-staff.ts';

export type GroupEdit = z.output<typeof endpoint.body>;
type MemberEdit = NonNullable<GroupEdit['fypGroupMembers']>[number];

/** Updates a group. Throws `not-found`, `invalid`, `stale-version`, `already-in-group` or `name-taken`. */
export async function updateGroup(
  services: Services,
  caller: Caller,
  groupId: string,
  edit: GroupEdit,
) {
  const write = async (context: WriteContext) => {
    const { trx } = context;
    await notifyStaffChanges(context, await applyGroupEdit(context, groupId, edit));
    await requireAllMembers(trx, groupId, edit);
    return getFullGroup(trx, services.content, groupId);
  };
  const wanted = { name: edit.fypGroupName, field: 'fypGroupName' };
  const group = await writeUniqueName(services.db, 'groups', wanted, () =>
    writeAs(services, caller, write),
  );
  services.mail.wake();
  return { message: 'Group updated successfully', group };
}

/** Throws `invalid` if the sent members lack a stored one, because an update cannot let anybody leave. */
async function requireAllMembers(
  db: Db,
  groupId: string,
  { fypGroupMembers: sent }: Pick<GroupEdit, 'fypGroupMembers'>,
): Promise<void> {
  if (sent === undefined) return;
  const members = await readGroupMembers(db, groupId);
  const left = members.find(({ id }) => sent.every(({ _id }) => _id !== id));
  if (!left) return;
  const message = `${left.name} is missing from this update, so nothing was saved. Include all members. To let someone leave, use “Change people” on the group’s page: they keep their marks.`;
  throw new Problem('invalid', message, { fields: { fypGroupMembers: message } });
}

/**
 * Applies an admin's edit. Before editing several groups, lock all their staff names and emails. Returns the group before
 * and after, of which the caller must notify the staff.
 */
export async function applyGroupEdit(
  context: WriteContext,
  groupId: string,
  edit: GroupEdit,
): Promise<StaffUpdate[]> {
  const { trx, services, caller } = context;
  const { config, content } = services;
  const emails = (edit.fypGroupMembers ?? []).flatMap(({ email }) => email ?? []);
  const chosen = await lockStaffAccounts(trx, edit);
  await lockEmailAddresses(trx, emails);
  await lockGroupsOfMembers(trx, groupId);
  const before = await lockGroup(trx, groupId);
  const members = await readGroupMembers(trx, groupId);
  const known = await findExistingRoleConflicts(trx, { groupId });
  await requireFresh(trx, before, edit.version, config.timeZone);
  const { choices, scheme, rules } = await content.cohort(
    trx,
    before.cohort_id,
    before.cohort_version,
  );
  const listed = offeredFor(before, edit, choices);
  const edits = editsOfMembers(
    { rules, modules: content.modules },
    edit.fypGroupMembers ?? [],
    members,
  );
  const marks = parseSentMarks(scheme, extractMarksFromEdits(scheme, edit.fypGroupMembers ?? []));
  const changes = [
    ...(await changeGroup(trx, before, { ...edit, ...listed }, chosen)),
    ...(await changeMembers(context, edits)),
  ];
  const fieldOf = findConflictField(changes, edits);
  const stored = await readStoredMarks(trx, members);
  const after = await lockGroup(trx, groupId);
  const membersAfter = await readGroupMembers(trx, groupId);
  await requireNoNewRoleConflict(trx, { groupId }, fieldOf, known);
  await recordGroupChanges(context, groupId, changes);
  if (changes.length > 0) {
    await queueNamedMemberEmails(context, after, findNewlyNamed(members, membersAfter));
    const [subject, detail] = [toGroupSubject(before), formatFields(changes, members)];
    await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
  }
  const marked = await writeMarks(context, scheme, before, { members, stored }, marks);
  const recorded = await writeViva(context, before, edit.externalVivaDetails ?? {});
  const changed = changes.length + marked.changed + recorded.changed;
  if (marked.changed + recorded.changed > 0) await requireImpartialCaller(trx, caller, before);
  if (changed > 0) await incrementGroupVersion(context, groupId);
  return [{ before, after }];
}

/** Returns the members whose email address has changed. */
const findNewlyNamed = (
  before: readonly DatabaseRow<'members'>[],
  after: readonly DatabaseRow<'members'>[],
) =>
  after.filter(({ id, email }) =>
    before.some((member) => member.id === id && member.email !== email),
  );

/** Returns an edit's program and category, spelled as in the lists or the stored group. Throws `invalid` for others. */
function offeredFor(
  before: DatabaseRow<'groups'>,
  edit: GroupEdit,
  lists: ProposalChoices,
): Partial<GroupEdit> {
  const fields = {
    program: { stored: before.program, list: lists.programs.map(({ value }) => value) },
    fypCategory: { stored: before.category, list: lists.categories },
  };
  const offeredEdit: Partial<GroupEdit> = {};
  for (const field of ['program', 'fypCategory'] as const) {
    const value = edit[field];
    const { stored, list } = fields[field];
    if (value === undefined) continue;
    const isSentBack = value === normaliseListEntry(stored).trim();
    const offered = isSentBack ? stored : findListEntry([...list, stored], value);
    if (offered === undefined) {
      const message = `“${value}” isn’t in the list. Choose one of: ${list.join(', ')}.`;
      throw new Problem('invalid', message, { fields: { [field]: message } });
    }
    offeredEdit[field] = offered;
  }
  return offeredEdit;
}

async function changeGroup(
  db: Db,
  before: DatabaseRow<'groups'>,
  edit: GroupEdit,
  chosen: readonly StaffAccount[],
): Promise<NewGroupChange[]> {
  const wanted = {
    name: edit.fypGroupName,
    program: edit.program,
    title: edit.fypTitle,
    category: edit.fypCategory,
  };
  const project = findFieldChanges('group', before, wanted);
  const staff = await resolveStaffAccounts(db, before, edit, chosen);
  const changes = [...project.changes, ...staff.changes];
  if (changes.length === 0) return [];
  const { name } = project.values;
  const key = name !== undefined && { name_key: requireUniqueNameKey(name, 'fypGroupName') };
  await writeGroup(db, before.id, { ...project.values, ...key, ...staff.values });
  return changes;
}

function editsOfMembers(
  department: Parameters<typeof validateMemberEdits>[0],
  sent: readonly MemberEdit[],
  members: readonly DatabaseRow<'members'>[],
) {
  const { maxMembers } = department.rules;
  if (sent.length > maxMembers) {
    const message = formatTooManyMembers(maxMembers);
    throw new Problem('invalid', message, { fields: { fypGroupMembers: message } });
  }
  const storedMembers = members.map(({ id, father_name, roll, phone }) => ({
    _id: id,
    fathername: father_name,
    roll,
    phone,
  }));
  const { edits, issues } = validateMemberEdits(department, sent, storedMembers);
  if (issues.length > 0) throw toValidationProblem({ issues });
  return edits.map((edit, index) => {
    const before = members.find(({ id }) => id === edit._id);
    if (!before) {
      const message = 'This person is not a member of this group.';
      const fields = { [`fypGroupMembers.${index}._id`]: message };
      throw new Problem('invalid', message, { fields });
    }
    return { edit, before };
  });
}

/** Returns the names of the changed fields for the audit trail, such as "title; of Ali Khan (F22-014): roll". */
function formatFields(
  changes: readonly NewGroupChange[],
  members: Awaited<ReturnType<typeof readGroupMembers>>,
): string {
  const fieldsOf = (memberId: string | undefined) =>
    changes
      .filter((change) => change.memberId === memberId)
      .map(({ field, to }) =>
        field === samePersonField ? `the same person (“${to}”)` : field.replaceAll('_', ' '),
      )
      .join(', ');
  const memberFields = members.map(({ id, name, roll }) => {
    const fields = fieldsOf(id);
    return fields && `of ${name} (${roll}): ${fields}`;
  });
  return [fieldsOf(undefined), ...memberFields].filter(Boolean).join('; ');
}
