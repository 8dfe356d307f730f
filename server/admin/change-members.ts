import type { z } from 'zod';
import type { updateGroup as endpoint } from '#contract/admin/group-edits.ts';
import { Problem } from '#contract/problem.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { NewGroupChange } from '#server/groups/changes/record-changes.ts';
import { assignMembersByEmail } from '#server/groups/claims/claim-members.ts';
import { requireStudentEmails } from '#server/groups/claims/require-student-emails.ts';
import { requireSamePerson, samePersonField } from '#server/groups/identity/require-same-person.ts';
import { correctEarlierRows } from '#server/groups/membership/earlier-rows.ts';
import { writeGroupSearchKeys } from '#server/groups/search-key.ts';
import { setMemberSwapPlaceholders, updateMember } from '#server/groups/write-group.ts';
import { findAccountToUnlink } from './end-claim.ts';
import { findFieldChanges } from './find-differences.ts';

export type MemberEdit = NonNullable<z.output<typeof endpoint.body>['fypGroupMembers']>[number];
type Edit = { edit: MemberEdit; before: DatabaseRow<'members'> };

/**
 * Updates members, and the rows from which they moved. Callers must lock their groups and the new email addresses. Throws
 * `invalid` or `already-in-group`.
 */
export async function changeMembers(
  context: WriteContext,
  edits: readonly Edit[],
): Promise<NewGroupChange[]> {
  const { trx } = context;
  const all: NewGroupChange[] = [];
  const writes: MemberWrite[] = [];
  for (const [index, { edit, before }] of edits.entries()) {
    const { name, fathername, roll, email, phone } = edit;
    const wanted = { name, father_name: fathername, roll, email, phone };
    const { changes, values } = findFieldChanges('member', before, wanted);
    const { isAnotherStudent, samePerson } = edit;
    if (changes.length === 0 && samePerson === undefined) continue;
    const entries: NewGroupChange[] = [...changes];
    const path = `fypGroupMembers.${index}`;
    const identity = { ...values, isAnotherStudent, samePerson };
    await requireSamePerson(context, before, identity, (field) => `${path}.${field}`);
    const ended = values.email && (await findAccountToUnlink(trx, edit, before, `${path}.email`));
    if (ended) {
      entries.push({ part: 'member', field: 'account', from: ended.email, to: null });
    }
    if (samePerson !== undefined) {
      entries.push({ part: 'member', field: samePersonField, from: null, to: samePerson });
    }
    all.push(...entries.map((entry) => ({ ...entry, memberId: before.id })));
    const owner = values.email && { left_by: null, user_id: ended ? null : before.user_id };
    const written = { ...values, ...owner };
    await correctEarlierRows(context, before.id, written, entries);
    if (changes.length > 0) writes.push({ path, before, values: written });
  }
  if (writes.length === 0) return all;
  await requireStudentEmails(
    trx,
    writes.flatMap(({ path, values: { email } }) =>
      email === undefined ? [] : [{ email, field: `${path}.email` }],
    ),
  );
  await setMemberSwapPlaceholders(trx, writes);
  for (const write of writes) await writeOne(trx, write);
  const emails = writes.flatMap(({ values }) => values.email ?? []);
  await writeGroupSearchKeys(trx, [...new Set(writes.map(({ before }) => before.group_id))]);
  await assignMembersByEmail(context, emails);
  return all;
}

type MemberWrite = {
  path: string;
  before: DatabaseRow<'members'>;
  values: Partial<DatabaseRow<'members'>>;
};

async function writeOne(db: Db, { path, before, values }: MemberWrite): Promise<void> {
  try {
    await updateMember(db, before.id, values);
  } catch (error) {
    const field = (['email', 'roll'] as const).find((name) =>
      isUniqueViolation(error, 'members', name === 'roll' ? 'roll_key' : name),
    );
    if (!field) throw error;
    const message = `${values[field]} already belongs to a member of a group.`;
    throw new Problem('already-in-group', message, { fields: { [`${path}.${field}`]: message } });
  }
}
