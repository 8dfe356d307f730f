import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { links } from '#contract/links.ts';
import {
  type answerAnnouncement as answerEndpoint,
  type listAnswers as listEndpoint,
  maxAnswers,
} from '#contract/messages/announcements.ts';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { readTogether } from '#server/db/read-together.ts';
import { toLimitOffset } from '#server/db/search.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { listCurrentAnnouncements } from './list-current-announcements.ts';
import { createAnnouncementNotFoundProblem, lockAnnouncement } from './lock-announcement.ts';
import { toAnnouncementAuditSubject } from './publish.ts';

/**
 * Saves an answer and notifies the announcement's author. Throws `not-found` unless the announcement is on the caller's
 * desk, and `forbidden` if it allows no answers or the caller has written too many.
 */
export async function answerAnnouncement(
  services: Services,
  caller: Caller,
  announcementId: string,
  { text }: z.output<typeof answerEndpoint.body>,
) {
  await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    // The lock comes first, so that it cannot be withdrawn and two answers cannot both be the last one allowed.
    const row = await lockAnnouncement(trx, announcementId);
    const shown = await listCurrentAnnouncements({ ...services, db: trx }, caller);
    const written = await countAnswers(trx, announcementId, caller.userId);
    if (!shown.some(({ _id }) => _id === announcementId)) throw createAnnouncementNotFoundProblem();
    if (row.allows_answers === 0) {
      throw new Problem(
        'forbidden',
        'You can’t answer this announcement. Contact the FYP office instead.',
      );
    }
    if (written >= maxAnswers) {
      const message = `You’ve already answered this announcement ${maxAnswers} times. Contact the FYP office instead.`;
      throw new Problem('forbidden', message);
    }
    const answer = {
      id: randomUUID(),
      announcement_id: announcementId,
      user_id: caller.userId,
      user_name: caller.name,
      text,
      created_at: now.toISOString(),
    };
    await trx.insertInto('announcement_answers').values(answer).execute();
    const message = `${caller.name} answered the announcement “${row.title}”.`;
    const path = links.answersToAnnouncement(announcementId);
    await notify(context, 'announcements', [
      { to: { userId: row.created_by }, text: message, path },
    ]);
    const subject = toAnnouncementAuditSubject(row);
    await recordAuditEntry(context, { action: 'announcement-answered', by: caller, subject });
  });
  return { message: 'Answer sent to the FYP office' };
}

async function countAnswers(db: Db, announcementId: string, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('announcement_answers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('announcement_id', '=', announcementId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns a page of the answers to an announcement, the newest first. Throws `not-found`. */
export async function listAnswers(
  { db }: Services,
  announcementId: string,
  query: z.output<typeof listEndpoint.query>,
): Promise<z.input<typeof listEndpoint.reply>> {
  const range = toLimitOffset(query);
  const [announcement, { total }, rows] = await readTogether(db, (reader) => {
    const answers = reader
      .selectFrom('announcement_answers')
      .where('announcement_id', '=', announcementId);
    return Promise.all([
      reader
        .selectFrom('announcements')
        .select('id')
        .where('id', '=', announcementId)
        .executeTakeFirst(),
      answers.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      answers
        .leftJoin('users', 'users.id', 'announcement_answers.user_id')
        .select(['announcement_answers.id as _id', 'user_name as name', 'users.email', 'text'])
        .select('announcement_answers.created_at as at')
        .orderBy('announcement_answers.created_at', 'desc')
        .orderBy('announcement_answers.id')
        .$if(range !== undefined, (page) =>
          page.limit(range?.limit ?? 0).offset(range?.offset ?? 0),
        )
        .execute(),
    ]);
  });
  if (!announcement) throw createAnnouncementNotFoundProblem();
  return { answers: rows, total: Number(total) };
}
