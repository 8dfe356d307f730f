import type { z } from 'zod';
import { links } from '#contract/links.ts';
import { formatFigures } from '#contract/rules/similarity.ts';
import type { decideSimilarity as endpoint } from '#contract/similarity.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { LockedGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { addSimilarityEntry, type NewEntry } from './add-entry.ts';

/** Accepts or returns a thesis that reaches a limit. Throws the errors of `addSimilarityEntry`. */
export const decideSimilarity = (
  services: Services,
  caller: Caller,
  groupId: string,
  { revision, decision, reason }: z.output<typeof endpoint.body>,
) =>
  addSimilarityEntry(
    services,
    caller,
    { groupId, revision, action: 'decide' },
    ({ entries: [last] }) => {
      if (!last) throw new Error('Figures that reach a limit have an entry.');
      const figures = { overall: last.overall, singleSource: last.single_source };
      const message =
        decision === 'accepted'
          ? 'Thesis accepted. It can now be marked.'
          : 'Thesis returned. The members will be notified.';
      return { event: decision, figures, reason, message };
    },
    notifyMembers,
  );

/** Only a returned thesis requires something of the members. */
async function notifyMembers(
  context: WriteContext,
  group: LockedGroup,
  { event, figures, reason = '' }: NewEntry,
): Promise<void> {
  if (event !== 'returned') return;
  const { trx, services, caller } = context;
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name'])
    .where('group_id', '=', group.id)
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  const sender = getEmailSender(services);
  const path = links.groupTab(group.name, 'documents');
  const text = isolateRightToLeftValues`${caller.name} returned the thesis because of its similarity, ${formatFigures(figures)}. Please upload a revised thesis with a new similarity report.`;
  const messages = members.map(({ id, name }) => ({
    to: { memberId: id },
    text: `${group.name}: ${text}`,
    path,
    email: {
      ...composeEmail(sender, {
        subject: `${group.name}: thesis returned because of its similarity`,
        blocks: [
          { paragraph: isolateRightToLeftValues`Dear ${name},\n\n${text}` },
          { facts: [{ label: 'Reason', value: reason, isText: true }] },
          { link: `${sender.publicUrl}${path}`, label: 'Open the documents' },
        ],
        replyTo: caller.email,
        isOptional: true,
      }),
      groupId: group.id,
    },
  }));
  await notify(context, 'documents', messages);
}
