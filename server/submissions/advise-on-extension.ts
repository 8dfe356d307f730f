import { Problem } from '#contract/problem.ts';
import type { ExtensionAdvice } from '#contract/submissions.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { mayDecideExtension } from '#server/documents/may-open.ts';
import { isMemberByAccount, lockGroup, requireImpartial } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getRequest, requireOpenRequest } from './decide-extension.ts';
import { toExtensionRequest } from './extension-requests.ts';
import { getCohortDeadline } from './get-deadline.ts';

/**
 * Saves or changes the supervisor's advice on a request that the FYP office decides on. Throws `not-found`, `forbidden`
 * if the supervisor decides, `cohort-closed`, or `stale-version` if the request is already decided.
 */
export async function adviseOnExtension(
  services: Services,
  caller: Caller,
  requestId: string,
  advice: ExtensionAdvice,
) {
  const request = await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const requestBefore = await getRequest(trx, caller, requestId);
    const group = await lockGroup(trx, requestBefore.group_id);
    // Another user may have decided the request, or replaced the supervisor, since the first read.
    const row = await getRequest(trx, caller, requestId);
    const isMember = await isMemberByAccount(trx, caller, group.id);
    const cohort = await services.content.cohort(trx, group.cohort_id, group.cohort_version);
    if (mayDecideExtension(caller, row, cohort.reminders.supervisorsDecide)) {
      throw new Problem('forbidden', 'You can decide on this request yourself.');
    }
    requireImpartial(group, isMember);
    requireOpenRequest(row, services.config.timeZone);
    const isRepeated = row.advice === advice && row.advised_by_name === caller.name;
    if (isRepeated) return toExtensionRequest(trx, services.content, row, caller);
    await trx
      .updateTable('extension_requests')
      .set({ advice, advised_by_name: caller.name, advised_at: now.toISOString() })
      .where('id', '=', requestId)
      .execute();
    const { title } = getCohortDeadline(cohort, row.deadline_id, group.program);
    const detail = `${title}: ${advice === 'support' ? 'supported' : 'advised against'}`;
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action: 'extension-advised', by: caller, subject, detail });
    const rowAfter = await getRequest(trx, caller, requestId);
    return toExtensionRequest(trx, services.content, rowAfter, caller);
  });
  return { message: 'Advice saved. The FYP office will see it with the request.', request };
}
