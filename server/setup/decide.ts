import type { SetupChoice } from '#contract/setup.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

const labels: Record<SetupChoice, string> = {
  hidden: 'hidden',
  texts: 'first texts chosen',
  department: 'name and logo stay as they are',
  modules: 'modules stay as they are',
  choices: 'programs, categories and supervisors stay as they are',
  supervisors: 'continues without accounts of all supervisors',
  deadlines: 'deadlines stay as they are',
  scheme: 'marking scheme stays as it is',
  groups: 'group rules stay as they are',
  people: 'no groups to import',
  mail: 'emails stay in the outbox on purpose',
  announcement: 'no announcement needed',
  students: 'open to students',
};

export async function decideSetup(services: Services, caller: Caller, choice: SetupChoice) {
  await writeAs(services, caller, (context) => recordDecision(context, choice));
  return { message: choice === 'hidden' ? 'Checklist hidden' : 'Step marked as done' };
}

/** Stores the decision and an audit entry. Does nothing if it was already made, also by another admin. */
export async function recordDecision(context: WriteContext, choice: SetupChoice): Promise<void> {
  const { trx, caller, now } = context;
  const inserted = await trx
    .insertInto('setup_decisions')
    .values({ choice, decided_by: caller.userId, decided_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('choice').doNothing())
    .returning('choice')
    .execute();
  if (inserted.length === 0) return;
  await recordAuditEntry(context, {
    action: 'setup-changed',
    by: caller,
    subject: { kind: 'portal', id: null, name: 'the department' },
    detail: labels[choice],
  });
}
