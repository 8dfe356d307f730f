import type { GroupRules } from '#contract/rules/group-rules.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { WriteTransaction } from '#server/db/write-context.ts';

const defaultDays = 14;

type OwnDueDateRules = { timeZone: string; rules: Pick<GroupRules, 'joinDays'>; now: Date };

/** Returns until when a member who joins at `now` submits their own files: 23:59 of the last day. ISO 8601 in UTC. */
export function findOwnDueDate({ timeZone, rules, now }: OwnDueDateRules): string {
  const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = today.add({ days: rules.joinDays ?? defaultDays });
  const due = last.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from('23:59') });
  return new Date(due.epochMilliseconds).toISOString();
}

/** Gives members who were added to an existing group a date of their own. */
export async function setOwnDueDates(
  { trx }: WriteTransaction,
  memberIds: readonly string[],
  ownDue: string,
): Promise<void> {
  await trx
    .updateTable('members')
    .set({ own_due: ownDue })
    .where(isIdInJsonArray(trx, 'id', JSON.stringify(memberIds)))
    .execute();
}
