import { randomUUID } from 'node:crypto';
import type { NoticeKind } from '#contract/messages/notices.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import { type EmailContent, type NewEmail, queueEmail, queueEmails } from '#server/mail/outbox.ts';
import { addNotices, findRecentNotices, type NewNotice } from './add-notices.ts';
import { findRecipients, type RecipientReference } from './find-recipients.ts';
import { isEmailOptional } from './settings.ts';

export type NotificationMessage = {
  to: RecipientReference;
  /** A complete plain-text sentence. Must not contain students’ marks. */
  text: string;
  path: string;
  /** Undefined if the message appears only on the notices page and in digests. */
  email?: EmailContent;
  /** True if the recipient got the notice before, so that only the email is due. */
  isNoticed?: boolean;
  /** True to send the email even if the recipient has switched off emails of this kind. */
  isAlways?: boolean;
};

/** Adds notices and queues the emails that are due at once. Returns each message's email id, or undefined, in order. */
export async function notify(
  context: JobWriteContext,
  kind: NoticeKind,
  messages: readonly NotificationMessage[],
): Promise<(string | undefined)[]> {
  const ids: (string | undefined)[] = [];
  for (let from = 0; from < messages.length; from += atOnce) {
    ids.push(...(await notifySome(context, kind, messages.slice(from, from + atOnce))));
  }
  return ids;
}

/** Number of messages per batch. SQLite allows about 32,000 bound values per query. */
const atOnce = 1000;

async function notifySome(
  context: JobWriteContext,
  kind: NoticeKind,
  messages: readonly NotificationMessage[],
): Promise<(string | undefined)[]> {
  const { trx, now } = context;
  const to = messages.map((message) => message.to);
  const paths = new Set(messages.map(({ path }) => path));
  const find = await findRecipients(trx, kind, to);
  const recent = await findRecentNotices(trx, { kind, to, paths: [...paths], now });
  const notices = new Map<string, NewNotice>();
  const emails: { index: number; email: NewEmail }[] = [];
  for (const [index, { to, text, path, email, isNoticed, isAlways }] of messages.entries()) {
    const recipient = find(to);
    if (!recipient) continue;
    const { account, email: address } = recipient;
    const delivery = account?.delivery ?? 'email';
    const isEmailed = delivery === 'email' || isAlways === true;
    if (email && isEmailed) {
      // An email to the office is not the private matter of an account with the office’s address.
      const isFree = account && !('address' in to) && delivery === 'email' && isEmailOptional(kind);
      const unsubscribes = isFree ? { userId: account.id, kind } : undefined;
      emails.push({ index, email: { ...email, to, recipient: address, unsubscribes } });
    }
    if (!account || delivery === 'off' || isNoticed || notices.has(account.id)) continue;
    const awaitsDigest = delivery === 'digest' && !(email && isEmailed);
    notices.set(account.id, {
      id: randomUUID(),
      user_id: account.id,
      kind,
      text,
      path,
      created_at: now.toISOString(),
      read_at: null,
      awaits_digest: awaitsDigest ? 1 : 0,
    });
  }
  await addNotices(trx, [...notices.values()], recent);
  const queued = emails.map(({ email }) => email);
  const ids = await queueEmails(context, queued);
  const byIndex = new Map(emails.map(({ index }, place) => [index, ids[place]]));
  return messages.map((_, index) => byIndex.get(index));
}

/** Queues an email that users cannot switch off, unless the recipient may not get emails. */
export async function queueMandatoryEmail(
  context: JobWriteContext,
  to: RecipientReference,
  email: EmailContent,
): Promise<void> {
  await queueMandatoryEmails(context, [to], () => email);
}

/** Queues emails that users cannot switch off. Returns the recipients without those who may not get emails. */
export async function queueMandatoryEmails<T extends RecipientReference>(
  context: JobWriteContext,
  recipients: readonly T[],
  compose: (to: T) => EmailContent,
): Promise<T[]> {
  const find = await findRecipients(context.trx, undefined, recipients);
  const emails = recipients.flatMap((to) => {
    const recipient = find(to)?.email;
    return recipient === undefined ? [] : [{ to, email: { ...compose(to), to, recipient } }];
  });
  await queueEmails(
    context,
    emails.map(({ email }) => email),
  );
  return emails.map(({ to }) => to);
}

/** Queues an email to an account that the transaction has inserted, or has locked and found not to be blocked. */
export async function queueEmailToAccount(
  context: JobWriteContext,
  { userId, email: recipient }: { userId: string; email: string },
  email: EmailContent,
): Promise<void> {
  await queueEmail(context, { ...email, to: { userId }, recipient });
}
