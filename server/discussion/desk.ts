import type { DeskItem } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import type { DiscussionThread } from '#contract/messages/discussion.ts';
import type { DeskPart, FacultyDeskContext, StudentDeskContext } from '#server/http/desk.ts';
import { countUnread } from './count-unread.ts';

export const discussionDeskParts: readonly DeskPart[] = [
  { role: 'student', order: 45, find: findStudentItems },
  { role: 'faculty', order: 45, find: findFacultyItems },
];

async function findStudentItems({
  services,
  caller,
  group,
}: StudentDeskContext): Promise<DeskItem[]> {
  const counts = await countUnread(services.db, caller.userId, [group.id]);
  return counts
    .filter(({ thread }) => thread === 'group')
    .map(({ thread, unread }) => createItem(group, thread, unread));
}

/** Lists the unread messages of both threads for supervisors, and of the thread of the staff for examiners. */
async function findFacultyItems({
  services,
  caller,
  supervised,
  examined,
}: FacultyDeskContext): Promise<DeskItem[]> {
  const groups = [...new Set([...supervised, ...examined])];
  if (groups.length === 0) return [];
  const counts = await countUnread(
    services.db,
    caller.userId,
    groups.map(({ id }) => id),
  );
  return groups.flatMap((group) =>
    counts
      .filter(({ groupId, thread }) =>
        groupId === group.id ? thread === 'staff' || supervised.includes(group) : false,
      )
      .map(({ thread, unread }) => createItem(group, thread, unread)),
  );
}

function createItem(
  { id, name }: { id: string; name: string },
  thread: DiscussionThread,
  unread: number,
): DeskItem {
  const count = unread === 1 ? '1 new message' : `${unread} new messages`;
  const text =
    thread === 'group' ? `${count} in ${name}’s discussion.` : `${count} in ${name}, staff only.`;
  return {
    id: `messages-${thread}-${id}`,
    text,
    to: links.discussion(name, thread),
    isUrgent: false,
  };
}
