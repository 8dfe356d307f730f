import { findNoticeSettings } from '#contract/messages/notices.ts';
import type { EmailTransport } from '#server/mail/outbox.ts';
import { createTestGroup, type TestGroup, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import type { Email, Mailbox } from '#tools/test/mailbox.ts';
import { setGroupDeadline } from './notices.ts';

export const oneClickUnsubscribeBody = 'List-Unsubscribe=One-Click';
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

export const findEmailHeader = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value;

/** Returns the path of an email's unsubscribe URL, or '' if the email has none. */
export const findUnsubscribePath = (email: Email) =>
  /^<https:\/\/fyp\.university\.test(\/unsubscribe\/[\w-]{43})>$/.exec(
    findEmailHeader(email, 'list-unsubscribe') ?? '',
  )?.[1] ?? '';

/** Sends a one-click unsubscribe request as mail programs do: without cookies, and without following redirects. */
export const postUnsubscribe = (
  portal: Portal,
  path: string,
  body: string | FormData = oneClickUnsubscribeBody,
) =>
  fetch(portal.url + path, {
    method: 'POST',
    redirect: 'error',
    body,
    ...(typeof body === 'string' && { headers: asForm }),
  });

export const extendDeadline = (portal: Portal, team: Pick<TestGroup, 'groupId'>, day = '05') =>
  setGroupDeadline(portal, team, `2027-04-${day}T10:00:00.000Z`);

/** Returns an email about an extension and its unsubscribe path. Sets an https URL, because the link requires one. */
export async function createUnsubscribeScenario(
  portal: Portal,
  mailbox: Mailbox,
  smtp: EmailTransport,
) {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  await extendDeadline(portal, team);
  await portal.deliver(smtp);
  const [email] = await mailbox.waitFor(team.student.email);
  if (!email) throw new Error('There is no email.');
  return { ...team, email, path: findUnsubscribePath(email) };
}

export const readNoticeDeliveries = async ({ caller }: TestUser) => {
  const { settings } = await caller.call(findNoticeSettings);
  return Object.fromEntries(settings.map(({ kind, delivery }) => [kind, delivery]));
};
