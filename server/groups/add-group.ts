import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { proposalOf } from '#contract/proposals.ts';
import { rollKey } from '#contract/roll.ts';
import { nameKey } from '#contract/text.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import type { ReceivedFile } from '#server/storage/received-file.ts';
import { findAccountNamed } from './bind-staff.ts';

export type Submission = z.output<ReturnType<typeof proposalOf>>;

/** Named by program, year and number: BSCS-2027-014. The caller holds the lock of the supervisor's name. */
export async function addGroup(
  db: Db,
  { content }: Services,
  caller: Caller,
  { program, title, category, supervisor, eligibility }: Submission,
  submissionHash: string,
  now: Date,
) {
  const session_year = content.department.sessionYear;
  const { number, name } = await nextName(db, program, session_year);
  const supervisor_id = (await findAccountNamed(db, supervisor)) ?? null;
  const group = { id: randomUUID(), name, supervisor_id };
  await db
    .insertInto('groups')
    .values({
      ...group,
      program,
      session_year,
      number,
      title,
      category,
      supervisor,
      supervisor_key: nameKey(supervisor),
      eligibility: eligibility ? JSON.stringify(eligibility) : null,
      submission_hash: submissionHash,
      viva_revision: 0,
      version: 1,
      created_at: now.toISOString(),
      changed_at: now.toISOString(),
      changed_by: caller.userId,
    })
    .execute();
  return group;
}

/** Others who propose in the same program wait. Skips a name that an admin gave by hand. */
async function nextName(db: Db, program: string, session_year: number) {
  for (;;) {
    const { number } = await db
      .insertInto('group_numbers')
      .values({ program, session_year, number: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['program', 'session_year'])
          .doUpdateSet((eb) => ({ number: eb('group_numbers.number', '+', 1) })),
      )
      .returning('number')
      .executeTakeFirstOrThrow();
    const name = `${program}-${session_year}-${String(number).padStart(3, '0')}`;
    const taken = await db
      .selectFrom('groups')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!taken) return { number, name };
  }
}

/** In the order of the form; each is returned with the files that are their own. */
export async function addMembers(db: Db, groupId: string, { groupMembers }: Submission) {
  const members = groupMembers.map((member) => ({
    id: randomUUID(),
    member,
    files: [member.feeProof, member.certificate] as unknown[] as ReceivedFile[],
  }));
  await db
    .insertInto('members')
    .values(
      members.map(({ id, member }, index) => ({
        id,
        group_id: groupId,
        position: index + 1,
        name: member.name,
        father_name: member.fathername,
        roll: member.roll,
        roll_key: rollKey(member.roll),
        email: member.email,
        phone: member.phone,
        notified_viva_revision: 0,
      })),
    )
    .execute();
  return members;
}
