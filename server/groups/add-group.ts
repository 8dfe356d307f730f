import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { toRollKey } from '#contract/rules/roll.ts';
import type { getProposalSchema } from '#contract/students/proposals.ts';
import { toNameKey } from '#contract/values/text.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import type { CohortContent } from '#server/content/content.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { assignMembersByEmail, recordClaimedEmail } from './claims/claim-members.ts';
import { requireStudentEmails } from './claims/require-student-emails.ts';
import { requireOpenCohort } from './require-open.ts';
import { writeGroupSearchKeys } from './search-key.ts';
import { findAccountByName } from './staff/bind-staff.ts';

export type ProposalInput = z.output<ReturnType<typeof getProposalSchema>>;

/** Adds a group with a generated name such as BSCS-2027-014. The caller must have locked the supervisor's name. */
export async function addGroup(
  { trx, caller, now }: WriteContext,
  cohort: Pick<CohortContent, '_id' | 'code'>,
  { program, title, category, supervisor, eligibility }: ProposalInput,
  submissionHash: string,
) {
  await requireOpenCohort(trx, cohort._id);
  const supervisor_id = (await findAccountByName(trx, supervisor)) ?? null;
  const id = randomUUID();
  const insert = (named: Awaited<ReturnType<typeof nextName>>) =>
    trx
      .insertInto('groups')
      .values({
        ...named,
        id,
        cohort_id: cohort._id,
        program,
        // Only versions of the portal that predate cohorts read this column.
        session_year: Number.parseInt(cohort.code, 10) || 0,
        title,
        category,
        supervisor,
        supervisor_key: toNameKey(supervisor),
        supervisor_id,
        eligibility: eligibility ? JSON.stringify(eligibility) : null,
        submission_hash: submissionHash,
        viva_revision: 0,
        version: 1,
        created_at: now.toISOString(),
        changed_at: now.toISOString(),
        changed_by: caller.userId,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
  for (;;) {
    // Retry with the next number if an admin has concurrently renamed another group to this name.
    const inserted = await insert(await nextName(trx, program, cohort));
    if (inserted) return { id, name: inserted.name, supervisor_id };
  }
}

/** The upsert locks the row of `group_sequences`, so that concurrent proposals get different numbers. */
async function nextName(
  db: Db,
  program: string,
  { _id, code }: Pick<CohortContent, '_id' | 'code'>,
) {
  for (;;) {
    const { number } = await db
      .insertInto('group_sequences')
      .values({ cohort_id: _id, program, number: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['cohort_id', 'program'])
          .doUpdateSet((eb) => ({ number: eb('group_sequences.number', '+', 1) })),
      )
      .returning('number')
      .executeTakeFirstOrThrow();
    const name = `${program}-${code}-${String(number).padStart(3, '0')}`;
    const name_key = toUniqueNameKey(name);
    const taken = await db
      .selectFrom('groups')
      .select('id')
      .where('name_key', '=', name_key)
      .executeTakeFirst();
    if (!taken) return { number, name, name_key };
  }
}

/** Selects the last position in a group. Counts everybody who was ever a member, because they keep their positions. */
export const selectLastPosition = (eb: ExpressionBuilder<Tables, 'members'>, groupId: string) =>
  eb
    .selectFrom('members')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql.lit(0)).as('position'))
    .where('group_id', '=', groupId);

/**
 * Appends the members in the order of the form, and links them to accounts by email. The caller must hold the locks on
 * the emails. Throws `invalid` if an email belongs to a staff account.
 */
export async function addMembers(
  context: WriteTransaction,
  groupId: string,
  { groupMembers }: ProposalInput,
  proposer: Pick<Caller, 'userId' | 'email'> | undefined,
) {
  const { trx } = context;
  const members = groupMembers.map((member) => ({
    id: randomUUID(),
    member,
    files: [member.feeProof, member.certificate] as unknown[] as ReceivedFile[],
  }));
  const rows = trx.insertInto('members').values((eb) =>
    members.map(({ id, member }, index) => ({
      id,
      group_id: groupId,
      position: sql<number>`${selectLastPosition(eb, groupId)} + ${index + 1}`,
      name: member.name,
      father_name: member.fathername,
      roll: member.roll,
      roll_key: toRollKey(member.roll),
      email: member.email,
      phone: member.phone,
      notified_viva_revision: 0,
      user_id: member.email === proposer?.email ? proposer.userId : null,
    })),
  );
  const emails = groupMembers.map(({ email }) => email);
  await requireStudentEmails(
    trx,
    emails.map((email, index) => ({ email, field: `groupMembers.${index}.email` })),
  );
  await rows.execute();
  await writeGroupSearchKeys(trx, [groupId]);
  if (proposer) await recordClaimedEmail(context, { id: proposer.userId, email: proposer.email });
  await assignMembersByEmail(context, emails);
  return members;
}
