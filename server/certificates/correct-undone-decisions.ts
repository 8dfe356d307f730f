import { type SqlBool, sql } from 'kysely';
import { links } from '#contract/links.ts';
import { isolateRightToLeft } from '#contract/values/isolate.ts';
import { type AuditActor, recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import { reachableMemberCondition } from '#server/notices/find-recipients.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';

/** Time in which staff can replace an undone decision, in ms. After that, the student gets a correction. */
const graceMs = 30_000;
/** Older decisions are not corrected, also those that were undone before the portal sent corrections. */
const maxAgeMs = 7 * 24 * 3_600_000;

/**
 * Queues corrections to students whose emailed decisions were undone and not replaced. The undone decisions are found in
 * the database, so that a crash or another process loses none. They wait while the department does not use certificates.
 */
export async function correctUndoneDecisions(services: Services): Promise<void> {
  if (!services.content.modules.certificates) return;
  const now = services.clock();
  const { since, ahead } = getGracePeriod(now);
  const groups = await selectGroupsWithUndoneDecisions(services.db, now)
    .where((eb) =>
      eb.or([
        eb('certificates.changed_at', '<=', since),
        eb('certificates.changed_at', '>', ahead),
      ]),
    )
    .execute();
  let queued = 0;
  for (const { id } of groups) {
    queued += await services.db.transaction().execute(async (trx) => {
      const group = await lockGroup(trx, id);
      const context = { trx, services, now };
      return queueDecisionCorrections(context, 'portal', group, isGraceOver(now));
    });
  }
  if (queued > 0) services.mail.wake();
}

/** Queues the corrections that are still due in a cohort which the caller has locked. Returns their number. */
export async function queueDueCorrections(context: WriteContext, cohortId: string) {
  const { trx, caller, services, now } = context;
  if (!services.content.modules.certificates) return 0;
  const groups = await selectGroupsWithUndoneDecisions(trx, now)
    .where('groups.cohort_id', '=', cohortId)
    .execute();
  let queued = 0;
  for (const group of groups) queued += await queueDecisionCorrections(context, caller, group);
  return queued;
}

/** Undone decisions that a wrong clock has dated after `ahead` count as old. */
const getGracePeriod = (now: Date) => ({
  since: new Date(now.getTime() - graceMs).toISOString(),
  ahead: new Date(now.getTime() + graceMs).toISOString(),
});

function isGraceOver(now: Date) {
  const { since, ahead } = getGracePeriod(now);
  return ({ changed_at }: UndoneDecision) => changed_at <= since || changed_at > ahead;
}

// Literals, because SQLite matches the condition of the partial index without parameters only.
const isUndone = sql<SqlBool>`certificates.state = 'unchecked' and certificates.told_state is not null`;

const getOldest = (now: Date) => new Date(now.getTime() - maxAgeMs).toISOString();

const selectGroupsWithUndoneDecisions = (db: Db, now: Date) =>
  db
    .selectFrom('certificates')
    .innerJoin('members', 'members.id', 'certificates.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .innerJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['groups.id', 'groups.name'])
    .distinct()
    .where(isUndone)
    .where('certificates.changed_at', '>', getOldest(now))
    .where(reachableMemberCondition)
    .where('groups.deleted_at', 'is', null)
    .where('cohorts.closed_at', 'is', null);

/**
 * Queues a correction to each member of the group with undone decisions, all of which must be due. The caller must hold
 * the group's lock.
 */
async function queueDecisionCorrections(
  context: JobWriteContext,
  by: AuditActor,
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
  isDue: (decision: UndoneDecision) => boolean = () => true,
): Promise<number> {
  const { trx } = context;
  const undone = await listUndoneDecisions(trx, group.id, context.now);
  const byMember = [...Map.groupBy(undone, ({ member_id }) => member_id).values()];
  let queued = 0;
  for (const entries of byMember.filter((decisions) => decisions.every(isDue)))
    queued += await queueCorrection(context, by, group, entries);
  return queued;
}

const listUndoneDecisions = (db: Db, groupId: string, now: Date) =>
  db
    .selectFrom('members')
    .innerJoin('certificates', 'certificates.member_id', 'members.id')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select(['certificates.id', 'certificates.title', 'certificates.told_state'])
    .select(['certificates.changed_at', 'certificates.member_id', 'members.name'])
    .where('members.group_id', '=', groupId)
    .where(reachableMemberCondition)
    .where(isUndone)
    .where('certificates.changed_at', '>', getOldest(now))
    .orderBy('certificates.created_at')
    .orderBy('certificates.id')
    .execute();

type UndoneDecision = Awaited<ReturnType<typeof listUndoneDecisions>>[number];

async function queueCorrection(
  context: JobWriteContext,
  by: AuditActor,
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
  entries: readonly UndoneDecision[],
): Promise<number> {
  const { trx, services } = context;
  const [first] = entries;
  if (!first) return 0;
  // Without an emailed decision, a later one is emailed even if it is the same as before.
  await trx
    .updateTable('certificates')
    .set({ told_state: null, told_reason: null })
    .where(
      'id',
      'in',
      entries.map(({ id }) => id),
    )
    .execute();
  const email = composeCorrectionEmail(services, group, entries);
  await notify(context, 'certificates', [
    {
      to: { memberId: first.member_id },
      text: `${email.subject}.`,
      path: links.ownCertificates,
      email: { ...email, groupId: group.id },
    },
  ]);
  const subject = { kind: 'group', id: group.id, name: `${first.name}, ${group.name}` } as const;
  const detail = `correction: ${entries.length === 1 ? '1 decision' : `${entries.length} decisions`} undone`;
  await recordAuditEntry(context, { action: 'certificates-result-sent', by, subject, detail });
  return 1;
}

function composeCorrectionEmail(
  services: Services,
  group: { name: string },
  entries: readonly UndoneDecision[],
) {
  const name = entries[0]?.name ?? '';
  return composeEmail(getEmailSender(services), {
    subject: `${group.name}: correction to your certificate results`,
    isOptional: true,
    blocks: [
      {
        paragraph: `Dear ${isolateRightToLeft(name)},\n\nThe decision in an earlier email about the certificates below no longer applies. When they’ve been checked again, you’ll get the new result by email.`,
      },
      {
        facts: entries.map(({ title, told_state }) => ({
          label: isolateRightToLeft(title),
          value: `not checked, previously ${told_state}`,
        })),
      },
      {
        link: `${services.config.publicUrl}${links.ownCertificates}`,
        label: 'Open your certificates',
      },
    ],
  });
}
