import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { isolateRightToLeft, isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { findActiveAccounts } from '#server/groups/staff/find-active-accounts.ts';
import { composeEmail, type EmailBlock, getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import type { AffectedGroup, AffectedMove } from './read-deadline-moves.ts';

/** Queues one email for each member whose date changes, and one for each supervisor about all of their groups. */
export async function queueDeadlineMoveEmails(
  context: WriteContext,
  groups: readonly AffectedGroup[],
): Promise<void> {
  const { trx } = context;
  const groupIds = groups.map(({ id }) => id);
  const members = await trx
    .selectFrom('members')
    .select(['id', 'name', 'group_id', 'own_due'])
    .where(isIdInJsonArray(trx, 'group_id', JSON.stringify(groupIds)))
    .where(isCurrentMember)
    .orderBy('position')
    .execute();
  const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
  const bySupervisor = Map.groupBy(groups, ({ supervisor_id }) => supervisor_id);
  const ids = [...bySupervisor.keys()].filter((id) => id !== null);
  const supervisors = await findActiveAccounts(trx, ids);
  const messages = [
    ...groups.flatMap((group) =>
      (byGroup.get(group.id) ?? []).flatMap((member) => {
        const moves = group.moves.flatMap((move) => toOwnMove(move, member.own_due) ?? []);
        return moves.length > 0 ? [buildStudentMessage(context, { ...group, moves }, member)] : [];
      }),
    ),
    ...supervisors.map((supervisor) =>
      buildSupervisorMessage(context, supervisor, bySupervisor.get(supervisor.id) ?? []),
    ),
  ];
  await notify(context, 'announcements', messages);
}

/** Returns the move for a member who joined late, whose own date counts if it is later, or undefined if nothing changes. */
function toOwnMove(move: AffectedMove, ownDue: string | null): AffectedMove | undefined {
  if (!move.isPerMember || ownDue === null) return move;
  const laterOf = (due: string) => (Date.parse(due) < Date.parse(ownDue) ? ownDue : due);
  const [from, to] = [laterOf(move.from), laterOf(move.to)];
  return from === to ? undefined : { ...move, from, to };
}

const formatSubject = (moves: readonly AffectedMove[]): string =>
  moves.length === 1 ? `New due date: ${moves[0]?.title}` : `${moves.length} new due dates`;

function formatNotice(moves: readonly AffectedMove[], timeZone: string): string {
  const dates = moves.map(({ title, to }) => `${title}, now due ${formatDateTime(to, timeZone)}`);
  return `${formatSubject(moves).split(':')[0]}: ${dates.join('; ')}.`;
}

type Person = { id: string; name: string };

function buildStudentMessage(
  { services }: WriteContext,
  { id: groupId, name: group, moves }: AffectedGroup,
  { id: memberId, name }: Person,
): NotificationMessage {
  const { timeZone } = services.config;
  const at = (instant: string) => formatDateTime(instant, timeZone);
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nThe FYP office changed due dates for ${group}:`,
    },
    ...moves.map(({ title, from, to, extension }) => ({
      heading: isolateRightToLeft(title),
      facts: [
        { label: 'Old date', value: at(from) },
        { label: 'New date', value: at(to) },
        ...(extension ? [{ label: 'Your extension', value: at(extension) }] : []),
      ],
    })),
    { link: `${services.config.publicUrl}${paths.students}`, label: 'Open your group' },
  ];
  const subject = formatSubject(moves);
  const email = composeEmail(getEmailSender(services), { subject, blocks, isOptional: true });
  return {
    to: { memberId },
    text: formatNotice(
      moves.map(({ extension, ...move }) => ({ ...move, extension, to: extension ?? move.to })),
      timeZone,
    ),
    path: links.ownDeadlines,
    email: { ...email, groupId },
  };
}

function buildSupervisorMessage(
  { services }: WriteContext,
  { id: userId, name }: Person,
  groups: readonly AffectedGroup[],
): NotificationMessage {
  const { timeZone } = services.config;
  const at = (instant: string) => formatDateTime(instant, timeZone);
  const all = groups.flatMap((group) =>
    group.moves.map((move) => ({ ...move, group: group.name })),
  );
  const byDeadline = [...Map.groupBy(all, ({ deadlineId }) => deadlineId).values()];
  const moves = byDeadline.flatMap(([first]) => first ?? []);
  const blocks: EmailBlock[] = [
    {
      paragraph: isolateRightToLeftValues`Dear ${name},\n\nThe FYP office changed due dates for your groups:`,
    },
    ...byDeadline.map((of) => ({
      heading: isolateRightToLeft(of[0]?.title ?? ''),
      facts: [
        { label: 'Old date', value: at(of[0]?.from ?? '') },
        { label: 'New date', value: at(of[0]?.to ?? '') },
        {
          label: 'Groups',
          value: of
            .map(({ group, extension }) =>
              isolateRightToLeft(extension ? `${group} (extension until ${at(extension)})` : group),
            )
            .join(', '),
        },
      ],
    })),
    { link: `${services.config.publicUrl}${paths.board}`, label: 'Open the board' },
  ];
  const subject = formatSubject(moves);
  const email = composeEmail(getEmailSender(services), { subject, blocks, isOptional: true });
  const groupIds = groups.map(({ id }) => id);
  return {
    to: { userId },
    text: formatNotice(moves, timeZone),
    path: paths.board,
    email: { ...email, groupId: null, right: 'one-group', groupIds },
  };
}
