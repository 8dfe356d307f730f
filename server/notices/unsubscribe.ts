import { type NoticeKind, noticeKinds } from '#contract/messages/notices.ts';
import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { EmailKind } from '#server/mail/tables.ts';
import { findUnsubscribeToken } from '#server/mail/unsubscribe.ts';
import type { Services } from '#server/services.ts';
import { getEffectiveNoticeDelivery, setNoticeDelivery } from './settings.ts';

const aboutOf = (kind: EmailKind) => (kind === 'digest' ? 'Daily digest' : noticeKinds[kind].label);

/** Returns the name of the email kind that the token unsubscribes from. Throws `not-found` for an invalid token. */
export async function findUnsubscribeEmailKind({ db }: Services, token: string) {
  const { kind } = await getToken(db, token);
  return { about: aboutOf(kind) };
}

/** Unsubscribes the token's owner from one kind of email. Idempotent, because mail clients may repeat the request. */
export async function unsubscribe({ db }: Services, token: string) {
  return db.transaction().execute(async (trx) => {
    const { user_id: userId, kind } = await getToken(trx, token);
    for (const emailedKind of await emailedKinds(trx, userId, kind)) {
      await setNoticeDelivery(trx, userId, emailedKind, 'page');
    }
    const message = `${aboutOf(kind)}: you won’t get these emails any more. The notifications page still shows their content.`;
    return { message };
  });
}

async function emailedKinds(trx: Db, userId: string, kind: EmailKind): Promise<NoticeKind[]> {
  const rows = await trx
    .selectFrom('notice_settings')
    .select(['kind', 'delivery'])
    .where('user_id', '=', userId)
    .execute();
  if (kind === 'digest') {
    return rows.filter(({ delivery }) => delivery === 'digest').map((row) => row.kind);
  }
  const delivery = getEffectiveNoticeDelivery(
    kind,
    rows.find((row) => row.kind === kind)?.delivery,
  );
  return delivery === 'email' || delivery === 'digest' ? [kind] : [];
}

async function getToken(db: Db, token: string) {
  const row = await findUnsubscribeToken(db, token);
  if (row) return row;
  const message =
    'This link is no longer valid. Log in and choose your emails under Notifications.';
  throw new Problem('not-found', message);
}
