import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getScopeName, getSettingWriteScope, lockSettingScope } from '#server/settings/scope.ts';
import { queueDeadlineMoveEmails } from './deadline-move-emails.ts';
import { readDeadlineMoves } from './read-deadline-moves.ts';

/**
 * Notifies the students and supervisors of the groups that a change of the deadlines affects. A repeated or concurrent
 * request sends nothing. Throws `stale-version` if the deadlines have changed again, or `invalid` if none was moved.
 */
export async function announceDeadlineMoves(
  services: Services,
  caller: Caller,
  code: string | undefined,
  version: number,
) {
  const { content, mail } = services;
  const cohortId = getSettingWriteScope(content, 'deadlines', code);
  const message = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    await lockSettingScope(trx, cohortId);
    const { now } = context;
    const { moves, groups, ...newest } = await readDeadlineMoves(trx, content, cohortId, now);
    if (newest.version !== version) throw changedAgain();
    const added = await trx
      .insertInto('deadline_announcements')
      .values({ cohort_id: cohortId, version, announced_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst();
    if (!added) return 'Students and supervisors were already notified of this change.';
    if (moves.length === 0) throw new Problem('invalid', 'No deadline was moved.');
    await queueDeadlineMoveEmails(context, groups);
    const count = groups.length === 1 ? '1 group' : `${groups.length} groups`;
    const subject = {
      kind: 'cohort',
      id: cohortId,
      name: getScopeName(content, cohortId),
    } as const;
    const detail = `${moves.map(({ title }) => title).join(', ')}: ${count}`;
    await recordAuditEntry(context, { action: 'deadlines-announced', by: caller, subject, detail });
    return `Students and supervisors of ${count} notified.`;
  });
  mail.wake();
  return { message };
}

const changedAgain = () =>
  new Problem(
    'stale-version',
    'Nothing was sent: the deadlines have changed again. Reload the page to see the latest dates.',
  );
