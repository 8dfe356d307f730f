import { createHash } from 'node:crypto';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { Problem, toValidationProblem } from '#contract/problem.ts';
import { toRollKey } from '#contract/rules/roll.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';
import { formatMissingOwnEmail, getProposalSchema } from '#contract/students/proposals.ts';
import { findListEntry } from '#contract/values/listed.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { withStoredFiles } from '#server/documents/add-document.ts';
import { addProposalFiles } from '#server/documents/add-proposal-files.ts';
import { addGroup, addMembers, type ProposalInput } from '#server/groups/add-group.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { findOwnMembership, requireConfirmedEmail } from '#server/groups/group-access.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { requireReceivedFile } from '#server/storage/received-file.ts';
import { findProposalChoices } from './find-choices.ts';
import { queueProposalEmails } from './queue-proposal-emails.ts';
import { requireOpenForProposals } from './require-open-for-proposals.ts';

type Made = { message: string; groupId: string; fypGroupName: string };

/**
 * Creates a group in one transaction, idempotently. Throws `unconfirmed`, `invalid`, `already-in-group` or
 * `cohort-closed`.
 */
export async function submitProposal(
  services: Services,
  caller: Caller,
  receive: (kinds: readonly CohortKind[]) => Promise<ProposalInput>,
  cohortCode?: string,
): Promise<Made> {
  const { db } = services;
  requireConfirmedEmail(caller);
  const cohort = getCohort(services.content, cohortCode);
  const schema = getProposalSchema(cohort.rules, services.content.modules);
  const { data: proposal, error } = schema.safeParse(await receive(cohort.kinds));
  if (error) throw toValidationProblem(error);
  const submissionHash = hashOf(caller, proposal);
  const earlier = await findEarlier(db, caller, submissionHash);
  if (earlier) return earlier;
  await requireOpenForProposals(db, cohort._id);
  requireCallerIn(caller, proposal);
  const files = [
    requireReceivedFile(proposal.proposalFile),
    ...proposal.groupMembers.flatMap(({ feeProof, certificate }) =>
      [feeProof, certificate].flatMap((file) => (file ? [requireReceivedFile(file)] : [])),
    ),
  ];
  try {
    await requirePossible(services, caller, proposal, cohortCode);
    const made = await withStoredFiles(services, files, (storedFiles) =>
      writeAs(services, caller, async (context) => {
        const { trx, now } = context;
        const emails = proposal.groupMembers.map(({ email }) => email);
        await lockStaffNames(trx, [proposal.supervisor]);
        await lockEmailAddresses(trx, emails);
        await requireSameEmail(trx, caller);
        // Check again under the lock: an admin may have closed the cohort for proposals.
        await requireOpenForProposals(trx, cohort._id);
        const group = await addGroup(context, cohort, proposal, submissionHash);
        const members = await addMembers(context, group.id, proposal, caller);
        const files = storedFiles.map((file) => ({
          file,
          memberId: members.find((member) => member.files.includes(file.file))?.id,
        }));
        const facts = {
          id: group.id,
          program: proposal.program,
          cohort_id: cohort._id,
          created_at: now.toISOString(),
        };
        await addProposalFiles(context, facts, files);
        await queueProposalEmails(context, group, proposal, members);
        const change = { part: 'group', field: 'proposal', from: null, to: proposal.title };
        await recordGroupChanges(context, group.id, [change]);
        const detail = `“${proposal.title}”, ${members.length} ${members.length === 1 ? 'member' : 'members'}, ${storedFiles.length} files`;
        const subject = toGroupSubject(group);
        await recordAuditEntry(context, { action: 'group-proposed', by: caller, subject, detail });
        return reply(group);
      }),
    );
    services.mail.wake();
    return made;
  } catch (error) {
    // The error may be due to a concurrent duplicate of this request that has already created the group.
    const twin = await findEarlier(db, caller, submissionHash);
    if (twin) return twin;
    // After a constraint violation, repeat this check, because its error names the members of other groups.
    if (!(error instanceof Problem)) await requireNobodyElsewhere(db, proposal);
    throw error;
  }
}

const reply = (group: { id: string; name: string }): Made => ({
  message: 'Group Created Successfully!',
  groupId: group.id,
  fypGroupName: group.name,
});

function hashOf(caller: Caller, proposal: ProposalInput): string {
  const content = JSON.stringify(proposal, (_, value) =>
    typeof value === 'object' && value !== null && 'stored' in value ? value.stored.sha256 : value,
  );
  return createHash('sha256').update(caller.userId).update(content).digest('hex');
}

async function findEarlier(db: Db, caller: Caller, hash: string): Promise<Made | undefined> {
  const membership = await findOwnMembership(db, caller);
  if (!membership) return undefined;
  const group = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', '=', membership.group_id)
    .where('submission_hash', '=', hash)
    .executeTakeFirst();
  return group && reply(group);
}

function requireCallerIn(caller: Caller, { groupMembers }: ProposalInput) {
  if (groupMembers.some(({ email }) => email === caller.email)) return;
  const message = formatMissingOwnEmail(caller.email);
  throw new Problem('invalid', message, { fields: { 'groupMembers.0.email': message } });
}

/** Throws `stale-version` if an admin has changed the caller's email. Call `lockEmailAddresses` first. */
async function requireSameEmail(db: Db, { userId, email }: Caller) {
  const same = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  if (same) return;
  throw new Problem(
    'stale-version',
    'Your email address has changed. Reload the page and submit your proposal again.',
  );
}

/** Throws `invalid` for a choice that is not offered, or `already-in-group`. */
const requirePossible = (
  services: Services,
  caller: Caller,
  proposal: ProposalInput,
  cohortCode: string | undefined,
) =>
  readTogether(services.db, (db) =>
    Promise.all([
      requireOffered({ ...services, db }, caller, proposal, cohortCode),
      requireNobodyElsewhere(db, proposal),
    ]),
  );

async function requireOffered(
  services: Services,
  caller: Caller,
  proposal: ProposalInput,
  cohortCode: string | undefined,
) {
  const choices = await findProposalChoices(services, caller, cohortCode);
  const lists = {
    program: choices.programs,
    category: choices.categories,
    supervisor: choices.supervisors,
  };
  for (const field of ['program', 'category', 'supervisor'] as const) {
    const values = lists[field].map(({ value }) => value);
    const choice = findListEntry(values, proposal[field]);
    if (!choice) {
      const message = `“${proposal[field]}” isn’t an available ${field}. Choose one from the list.`;
      throw new Problem('invalid', message, { fields: { [field]: message } });
    }
    proposal[field] = choice;
  }
}

/** Throws `already-in-group` if another group has a member's email or roll number. Names all such members. */
async function requireNobodyElsewhere(db: Db, { groupMembers }: ProposalInput) {
  const fields: Record<string, string> = {};
  const elsewhere = await readTogether(db, (reader) =>
    Promise.all(groupMembers.map((member) => findElsewhere(reader, member))),
  );
  for (const [index, { name, email, roll }] of groupMembers.entries()) {
    const [byEmail, byRoll] = elsewhere[index] ?? [];
    if (!byEmail && !byRoll) continue;
    const [field, what] = byEmail ? ['email', `email ${email}`] : ['roll', `roll number ${roll}`];
    fields[`groupMembers.${index}.${field}`] =
      `${name}’s ${what} is already in a group. A student can only be in one group.`;
  }
  const [message] = Object.values(fields);
  if (message) throw new Problem('already-in-group', message, { fields });
}

const findElsewhere = (db: Db, { email, roll }: ProposalInput['groupMembers'][number]) =>
  Promise.all([
    findOpenMember(db, ({ eb, selectFrom }) =>
      eb.or([
        eb('email', '=', email),
        eb('user_id', '=', selectFrom('users').select('users.id').where('users.email', '=', email)),
      ]),
    ),
    findOpenMember(db, (eb) => eb('roll_key', '=', toRollKey(roll))),
  ]);

const findOpenMember = (
  db: Db,
  condition: (eb: ExpressionBuilder<Tables, 'members'>) => Expression<SqlBool>,
) =>
  db
    .selectFrom('members')
    .select('id')
    .where(condition)
    .where('deleted_at', 'is', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
