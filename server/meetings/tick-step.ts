import { Problem } from '#contract/problem.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockMeeting } from './act-on-meeting.ts';
import { createMeetingNotFoundProblem, getMeeting, mayTickStep } from './read-meetings.ts';

/**
 * Marks a next step as done or open. The meeting keeps its revision and confirmation. Throws `not-found`, `forbidden` or
 * `cohort-closed`.
 */
export async function tickStep(
  services: Services,
  caller: Caller,
  stepId: string,
  isDone: boolean,
) {
  const meeting = await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const steps = trx.selectFrom('meeting_steps').selectAll().where('id', '=', stepId);
    const before = await steps.executeTakeFirst();
    if (!before) throw createMeetingNotFoundProblem();
    const { group, viewer, row } = await lockMeeting(context, before.meeting_id);
    const step = await steps.executeTakeFirst();
    if (!step) throw createMeetingNotFoundProblem();
    if (!mayTickStep(viewer, step.owner_member_id)) {
      const message =
        'Only the person responsible for this step or the supervisor can mark it as done.';
      throw new Problem('forbidden', message);
    }
    // Repeating the request keeps the time at which the step was first marked as done.
    if (isDone !== (step.done_at !== null)) {
      const done = { done_at: now.toISOString(), done_by_name: caller.name };
      const columns = isDone ? done : { done_at: null, done_by_name: null };
      await trx.updateTable('meeting_steps').set(columns).where('id', '=', stepId).execute();
    }
    return getMeeting(trx, group, viewer, row.id);
  });
  return { message: isDone ? 'Step marked as done' : 'Step reopened', meeting };
}
