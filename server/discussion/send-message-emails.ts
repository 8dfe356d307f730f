import { links } from '#contract/links.ts';
import { leaseJob } from '#server/db/jobs.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { listPeople } from './list-people.ts';
import { composeMessageEmail } from './message-email.ts';
import { formatMessage, readMentionedNames } from './show-messages.ts';

const job = { name: 'discussion-emails', roundMs: 30_000 };

/** Queues the due emails about new messages, if this process gets the job's lease. */
export async function sendMessageEmails(services: Services): Promise<void> {
  const lease = await leaseJob(services, job);
  if (!lease) return;
  try {
    const threads = await listDueThreads(services.db, services.clock());
    for (const thread of threads) await sendEmailsOfThread(services, thread);
    if (threads.length > 0) services.mail.wake();
  } finally {
    await lease.end();
  }
}

type Thread = Pick<DatabaseRow<'discussion_emails'>, 'group_id' | 'thread'>;

async function listDueThreads(db: Db, now: Date): Promise<Thread[]> {
  const rows = await db
    .selectFrom('discussion_emails')
    .select(['group_id', 'thread'])
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .execute();
  return [...new Map(rows.map((row) => [`${row.group_id} ${row.thread}`, row])).values()];
}

/** Deletes the due rows and queues their emails in one transaction, so that a crash cannot send an email twice. */
function sendEmailsOfThread(services: Services, { group_id, thread }: Thread): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    const now = services.clock();
    // Under the group's lock, no message can be added between the deletion and the reading of the messages.
    const [group] = await lockGroups(trx)
      .where('id', '=', group_id)
      .returning(['id', 'name', 'supervisor_id', 'external_examiner_id', 'deleted_at'])
      .execute();
    const due = await trx
      .deleteFrom('discussion_emails')
      .where('group_id', '=', group_id)
      .where('thread', '=', thread)
      .where('due_at', '<=', now.toISOString())
      .returning(['user_id', 'first_sequence'])
      .execute();
    if (!group || group.deleted_at !== null || due.length === 0) return;
    await notifyByEmail({ trx, services, now }, { group, thread, due });
  });
}

type Due = Pick<DatabaseRow<'discussion_emails'>, 'user_id' | 'first_sequence'>;
type DueThread = {
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'supervisor_id' | 'external_examiner_id'>;
  thread: Thread['thread'];
  due: readonly Due[];
};

async function notifyByEmail(context: JobWriteContext, dueThread: DueThread): Promise<void> {
  const { trx } = context;
  const { group, thread, due } = dueThread;
  const [people, rows, lastRead] = await Promise.all([
    listPeople(trx, group, thread),
    readNewMessages(trx, dueThread),
    readLastRead(trx, dueThread),
  ]);
  const names = await readMentionedNames(trx, rows);
  const messages = due.flatMap(({ user_id, first_sequence }): NotificationMessage[] => {
    // A person who has lost access since then gets no email.
    const person = people.find(({ userId }) => userId === user_id);
    const from = Math.max(first_sequence, (lastRead.get(user_id) ?? 0) + 1);
    const unread = rows.filter((row) => row.sequence >= from && row.written_by !== user_id);
    return person && unread.length > 0
      ? [
          buildMessage(context, dueThread, {
            userId: user_id,
            name: person.name,
            rows: unread,
            names,
          }),
        ]
      : [];
  });
  await notify(context, 'discussion', messages);
}

type NewMessageRow = Awaited<ReturnType<typeof readNewMessages>>[number];

function buildMessage(
  { services }: JobWriteContext,
  { group, thread }: DueThread,
  content: {
    userId: string;
    name: string;
    rows: readonly NewMessageRow[];
    names: ReadonlyMap<string, string>;
  },
): NotificationMessage {
  const { userId, name, rows, names } = content;
  const authors = new Set(rows.map(({ written_by }) => written_by));
  const email = composeMessageEmail(getEmailSender(services), {
    name,
    groupName: group.name,
    thread,
    timeZone: services.config.timeZone,
    messages: rows.map(({ id, written_by_name, written_at, text }) => ({
      _id: id,
      author: written_by_name,
      writtenAt: written_at,
      text: formatMessage(text, names),
    })),
    replyTo: authors.size === 1 ? (rows[0]?.email ?? undefined) : undefined,
  });
  return {
    to: { userId },
    text: `New messages in the discussion of ${group.name}.`,
    path: links.discussion(group.name, thread),
    isNoticed: true,
    email: { ...email, groupId: group.id },
  };
}

const readNewMessages = (db: Db, { group, thread, due }: DueThread) =>
  db
    .selectFrom('discussion_messages')
    .leftJoin('users', 'users.id', 'discussion_messages.written_by')
    .select(['discussion_messages.id', 'sequence', 'text', 'written_by', 'written_by_name'])
    .select(['written_at', 'users.email'])
    .where('group_id', '=', group.id)
    .where('thread', '=', thread)
    .where('sequence', '>=', Math.min(...due.map(({ first_sequence }) => first_sequence)))
    .where('removed_at', 'is', null)
    .orderBy('sequence')
    .execute();

async function readLastRead(
  db: Db,
  { group, thread, due }: DueThread,
): Promise<Map<string, number>> {
  const readers = await db
    .selectFrom('discussion_readers')
    .select(['user_id', 'last_read'])
    .where('group_id', '=', group.id)
    .where('thread', '=', thread)
    .where(isIdInJsonArray(db, 'user_id', JSON.stringify(due.map(({ user_id }) => user_id))))
    .execute();
  return new Map(readers.map(({ user_id, last_read }) => [user_id, last_read]));
}
