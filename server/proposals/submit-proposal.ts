import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { Proposal } from '#contract/proposals.ts';
import { nameKey, rollKey } from '#contract/text.ts';
import { isDuplicate } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';
import { addDocument, withKept } from '#server/files/documents.ts';
import { type ReceivedFile, received } from '#server/files/received-file.ts';
import { findOwnMembership, requireConfirmed } from '#server/groups/group-access.ts';
import { recordChanges } from '#server/groups/record-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findChoices } from './find-choices.ts';

type Submission = z.output<typeof Proposal>;
type Made = { message: string; groupId: string; fypGroupName: string };

/**
 * Makes a group from a proposal with all its files, or nothing at all. The same submission sent again by the same
 * student is answered as the first was. Throws `unconfirmed`, `invalid`, `already-in-group` (naming the member and the field).
 */
export async function submitProposal(
  services: Services,
  caller: Caller,
  receive: () => Promise<Submission>,
): Promise<Made> {
  const { db, clock } = services;
  requireConfirmed(caller);
  const proposal = await receive();
  const submissionHash = hashOf(caller, proposal);
  const earlier = await findEarlier(db, caller, submissionHash);
  if (earlier) return earlier;
  requireCallerIn(caller, proposal);
  await requireOffered(services, caller, proposal);
  const files = [
    received(proposal.proposalFile),
    ...proposal.groupMembers.flatMap(({ feeProof, certificate }) => [
      received(feeProof),
      ...(certificate ? [received(certificate)] : []),
    ]),
  ];
  try {
    await requireNobodyElsewhere(db, proposal);
    return await withKept(services, files, (kept) =>
      db.transaction().execute(async (trx) => {
        const now = clock();
        const group = await addGroup(trx, services, caller, proposal, submissionHash, now);
        const members = await addMembers(trx, group.id, proposal);
        for (const file of kept) {
          const memberId = members.find(({ files }) => files.includes(file.file))?.id;
          await addDocument(trx, file, { groupId: group.id, memberId }, caller, now);
        }
        const said = { part: 'group', field: 'proposal', from: null, to: proposal.title };
        await recordChanges(trx, group.id, [said], caller, now);
        return reply(group);
      }),
    );
  } catch (error) {
    // The twin of a double submit may have won in the meantime.
    if (!isTaken(error)) throw error;
    const twin = await findEarlier(db, caller, submissionHash);
    if (twin) return twin;
    if (!(error instanceof Problem)) await requireNobodyElsewhere(db, proposal);
    throw error;
  }
}

const reply = (group: { id: string; name: string }): Made => ({
  message: 'Group Created Successfully!',
  groupId: group.id,
  fypGroupName: group.name,
});

/** Tells a submission that is sent again from a new one: who sends it, every text, every file's content. */
function hashOf(caller: Caller, proposal: Submission): string {
  const content = JSON.stringify(proposal, (_, value) =>
    typeof value === 'object' && value !== null && 'stored' in value ? value.stored.sha256 : value,
  );
  return createHash('sha256').update(caller.userId).update(content).digest('hex');
}

async function findEarlier(db: Db, caller: Caller, hash: string): Promise<Made | undefined> {
  const own = await findOwnMembership(db, caller);
  if (!own) return undefined;
  const group = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', '=', own.group_id)
    .where('submission_hash', '=', hash)
    .executeTakeFirst();
  return group && reply(group);
}

function requireCallerIn(caller: Caller, { groupMembers }: Submission) {
  if (groupMembers.some(({ email }) => email === caller.email)) return;
  const message = `One of the members must be you: give ${caller.email} as a member’s e-mail.`;
  throw new Problem('invalid', message, { fields: { 'groupMembers.0.email': message } });
}

async function requireOffered(services: Services, caller: Caller, proposal: Submission) {
  const choices = await findChoices(services, caller);
  const lists = {
    program: choices.programs,
    category: choices.categories,
    supervisor: choices.supervisors,
  };
  for (const field of ['program', 'category', 'supervisor'] as const) {
    const key = nameKey(proposal[field]);
    const choice = lists[field].find(({ value }) => nameKey(value) === key);
    if (!choice) {
      const message = `“${proposal[field]}” is not offered as ${field}. Choose one from the list.`;
      throw new Problem('invalid', message, { fields: { [field]: message } });
    }
    proposal[field] = choice.value;
  }
}

/** Refuses by name each member whose e-mail or roll number is in another group (decisions). */
async function requireNobodyElsewhere(db: Db, { groupMembers }: Submission) {
  const fields: Record<string, string> = {};
  for (const [index, { name, email, roll }] of groupMembers.entries()) {
    const found = await db
      .selectFrom('members')
      .innerJoin('groups', 'groups.id', 'members.group_id')
      .select(['members.email', 'groups.name'])
      .where((eb) => eb.or([eb('members.email', '=', email), eb('roll_key', '=', rollKey(roll))]))
      .where('members.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!found) continue;
    const [field, what] =
      found.email === email ? ['email', `e-mail ${email}`] : ['roll', `roll number ${roll}`];
    fields[`groupMembers.${index}.${field}`] =
      `${name}’s ${what} is in a group already. A student can be in one group only.`;
  }
  const [message] = Object.values(fields);
  if (message) throw new Problem('already-in-group', message, { fields });
}

/** Names the group by program, session year and number: BSCS-2027-014. */
async function addGroup(
  db: Db,
  { content }: Services,
  caller: Caller,
  { program, title, category, supervisor, eligibility }: Submission,
  submissionHash: string,
  now: Date,
) {
  const session_year = content.department.sessionYear;
  const { number, name } = await nextName(db, program, session_year);
  const group = { id: randomUUID(), name };
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

/** Counts up; who proposes in the same program meanwhile waits. Passes over a name that an admin gave by hand. */
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

async function addMembers(db: Db, groupId: string, { groupMembers }: Submission) {
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
        told_viva_revision: 0,
      })),
    )
    .execute();
  return members;
}

const isTaken = (error: unknown) =>
  (error instanceof Problem && error.code === 'already-in-group') ||
  isDuplicate(error, 'members', 'email') ||
  isDuplicate(error, 'members', 'roll_key');
