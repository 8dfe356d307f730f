import { describe, expect } from 'vitest';
import { listChanges } from '#contract/history.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import {
  askExtension,
  decideExtension,
  listExtensionRequests,
  listSubmissions,
} from '#contract/submissions.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';

const illness = 'A stay in hospital.';
const answer = 'The doctor’s note is enough.';

async function ask(portal: Portal, supervisorMayRead: boolean | undefined) {
  const group = await createTestGroup(portal, { size: 2 });
  const { students, supervisor, examiner, groupId } = group;
  await portal.db.deleteFrom('emails').execute();
  const deadlineId = 'thesis-and-sim-report-soft-copies';
  const body = { deadlineId, askedDue: '2027-05-20T18:59:00.000Z', reason: illness };
  const { request } = await getItemAt(students, 0).caller.call(askExtension, {
    params: { groupId },
    body: { ...body, ...(supervisorMayRead !== undefined && { supervisorMayRead }) },
  });
  const readers = {
    requester: getItemAt(students, 0),
    teammate: getItemAt(students, 1),
    supervisor,
    examiner,
    admin: { caller: portal.admin, email: undefined },
  };
  return { groupId, requestId: request._id, readers };
}
type Asked = Awaited<ReturnType<typeof ask>>;

/** Returns who can read the text in the replies that contain requests. Everybody must see the dates. */
async function findReaders({ groupId, readers }: Asked, text: string) {
  const names: string[] = [];
  for (const [name, { caller }] of Object.entries(readers)) {
    const { requests } = await caller.call(listSubmissions, { params: { groupId } });
    const replies = [
      requests,
      await (await caller.request(listChanges, { params: { groupId } })).text(),
      await (await caller.request(listExtensionRequests)).text(),
    ];
    expect(requests).toMatchObject([{ askedDue: '2027-05-20T18:59:00.000Z' }]);
    if (JSON.stringify(replies).includes(text)) names.push(name);
  }
  return names;
}

/** Returns who got an email, and who of them got the text. */
async function findRecipients(portal: Portal, { readers }: Asked, text: string) {
  const emails = await portal.db.selectFrom('emails').selectAll().execute();
  const office = portal.content.department.office.email;
  const names = Object.entries(readers).filter(([, { email }]) =>
    emails.some(({ recipient }) => recipient === email),
  );
  const getting = emails.filter(({ text_body, html_body }) =>
    `${text_body}${html_body}`.includes(text),
  );
  const nameOf = (recipient: string) =>
    recipient === office ? 'office' : names.find(([, { email }]) => email === recipient)?.[0];
  return {
    emailed: emails.map(({ recipient }) => nameOf(recipient)).toSorted(),
    withText: getting.map(({ recipient }) => nameOf(recipient)).toSorted(),
  };
}

describe('the reasons of an extension', () => {
  test.for([
    { supervisorsDecide: false, supervisorMayRead: undefined, supervisorReads: false },
    { supervisorsDecide: false, supervisorMayRead: false, supervisorReads: false },
    { supervisorsDecide: false, supervisorMayRead: true, supervisorReads: true },
    { supervisorsDecide: true, supervisorMayRead: false, supervisorReads: true },
  ])(
    'are readable by the requester, admins, and the supervisor who decides or is allowed to: %j',
    async ({ supervisorsDecide, supervisorMayRead, supervisorReads }, { portal }) => {
      const change = await buildSettingChange(portal, 'reminders', (reminders) => {
        reminders.supervisorsDecide = supervisorsDecide;
      });
      await portal.admin.call(saveSetting, change);
      const asked = await ask(portal, supervisorMayRead);
      const supervisor = supervisorReads ? ['supervisor'] : [];
      const readers = ['requester', ...supervisor, 'admin'];
      expect(await findReaders(asked, illness)).toEqual(readers);
      expect(await findRecipients(portal, asked, illness)).toEqual({
        emailed: ['office', 'supervisor'],
        withText: ['office', ...supervisor],
      });
      await portal.db.deleteFrom('emails').execute();
      const params = { requestId: asked.requestId };
      await portal.admin.call(decideExtension, {
        params,
        body: { decision: 'refused', reason: answer },
      });
      for (const text of [illness, answer]) expect(await findReaders(asked, text)).toEqual(readers);
      expect(await findRecipients(portal, asked, answer)).toEqual({
        emailed: ['requester', 'teammate'],
        withText: ['requester'],
      });
    },
  );
});
