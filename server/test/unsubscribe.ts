import { findNoticeSettings } from '#contract/notices.ts';
import type { Transport } from '#server/mail/outbox.ts';
import type { Email, Mailbox } from '#tools/test/mailbox.ts';
import { setOwnDate } from './notices.ts';
import { createTestGroup, type TestGroup, type TestUser } from './people.ts';
import type { Portal } from './portal.ts';

export const oneClick = 'List-Unsubscribe=One-Click';
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

export const headerOf = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value;

/** The path of the address that an email carries; '' for none. */
export const pathIn = (email: Email) =>
  /^<https:\/\/fyp\.university\.test(\/unsubscribe\/[\w-]{43})>$/.exec(
    headerOf(email, 'list-unsubscribe') ?? '',
  )?.[1] ?? '';

/** As mail programs do it: without cookies, logins and redirects. */
export const post = (portal: Portal, path: string, body: string | FormData = oneClick) =>
  fetch(portal.url + path, {
    method: 'POST',
    redirect: 'error',
    body,
    ...(typeof body === 'string' && { headers: asForm }),
  });

/** Of an extension: its email carries an address. */
export const extendDeadline = (portal: Portal, team: Pick<TestGroup, 'groupId'>, day = '05') =>
  setOwnDate(portal, team, `2027-04-${day}T10:00:00.000Z`);

/** A member of a portal that is reached by https, and the address in the email of a decision. */
export async function createRecipient(portal: Portal, mailbox: Mailbox, smtp: Transport) {
  portal.config.publicUrl = 'https://fyp.university.test';
  const team = await createTestGroup(portal, { size: 1 });
  await extendDeadline(portal, team);
  await portal.deliver(smtp);
  const [email] = await mailbox.waitFor(team.student.email);
  if (!email) throw new Error('There is no email.');
  return { ...team, email, path: pathIn(email) };
}

export const deliveriesOf = async ({ caller }: TestUser) => {
  const { settings } = await caller.call(findNoticeSettings);
  return Object.fromEntries(settings.map(({ kind, delivery }) => [kind, delivery]));
};
