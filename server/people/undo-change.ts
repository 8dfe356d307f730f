import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isDuplicateName } from '#server/db/unique-names.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';
import type { Caller } from '#server/http/serve.ts';
import { quoteUserText } from '#server/mail/quoted.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockUndo, type UndoFacts } from './lock-undo.ts';
import { notifyAround } from './notify-people.ts';
import { replaceSupervisor } from './replace-supervisor.ts';
import { restoreState } from './restore-state.ts';
import { requireNoConflictAfter } from './role-conflicts.ts';

/**
 * Restores the state before a change of the last day. Throws `not-found`, `cohort-closed`, `already-in-group`,
 * `name-taken` if another group has the name of a dissolved one, or `stale-version` if something that the change concerns
 * has changed since.
 */
export async function undoPeopleChange(services: Services, caller: Caller, changeId: string) {
  const write = writeAs(services, caller, async (context) => {
    const facts = await lockUndo(context, changeId);
    const ids = facts.groups.map(({ id }) => id);
    await requireNoConflictAfter(context.trx, ids, () => restore(context, facts));
    await recordUndo(context, facts);
    return facts.change.summary;
  });
  const summary = await write.catch((error) => {
    if (!isDuplicateName(error, 'groups')) throw error;
    const message =
      'Nothing was undone: another group now has this group’s name. Rename that group first.';
    throw new Problem('name-taken', message);
  });
  services.mail.wake();
  return { message: `Undone: ${summary}` };
}

async function restore(context: WriteContext, facts: UndoFacts): Promise<void> {
  const { change, groups, before, chosen } = facts;
  const [group] = groups;
  if (before.supervisor && group) {
    const { name, accountId } = before.supervisor;
    const wanted = { supervisor: name, supervisorId: accountId ?? undefined };
    await replaceSupervisor(context, group, wanted, chosen);
    return;
  }
  const news = {
    groups,
    text: `This change was undone: ${change.summary}`,
    emailText: `This change was undone: ${quoteUserText(change.summary)}`,
    personal: new Map<string, string>(),
    // Members who move back are told as members of the other group.
    skipsJoined: (facts.after.moved ?? []).length > 0,
  };
  await notifyAround(context, news, () => restoreState(context, facts));
}

async function recordUndo(
  context: WriteContext,
  { change, groups }: Pick<UndoFacts, 'change' | 'groups'>,
): Promise<void> {
  const { trx, caller, now } = context;
  const { id, summary } = change;
  const undone = trx.updateTable('people_changes').set({ undone_at: now.toISOString() });
  await undone.where('id', '=', id).execute();
  for (const group of groups) {
    const entry = { part: 'people', field: 'undone', from: null, to: summary };
    await recordGroupChanges(context, group.id, [entry]);
    await incrementGroupVersion(context, group.id);
  }
  const group = groups.find((candidate) => candidate.id === change.group_id);
  if (!group) throw new Error('The group of the change is not locked.');
  const subject = toGroupSubject(group);
  await recordAuditEntry(context, {
    action: 'people-change-undone',
    by: caller,
    subject,
    detail: summary,
  });
}
