import { createTransport } from 'nodemailer';
import { describe, expect, test as plain } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { makeCalendar } from '#contract/messages/calendar.ts';
import { findHome } from '#contract/settings/content.ts';
import { PortalName } from '#contract/settings/portal-names.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { getMailFrom } from '#server/mail/sender.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { readEmailRows } from '#server/test/mail.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const change = (portal: Portal, names: object) =>
  buildSettingChange(portal, 'department', (value) => {
    Object.assign(value, names);
  });

describe('the portal’s name and the labels of its menu', () => {
  test('appear in the home page’s reply, in emails and in calendars', async ({ portal }) => {
    const { student } = await createTestGroup(portal);
    const names = { portalName: 'Project Desk', menu: { courses: 'Trainings' } };
    await portal.admin.call(saveSetting, await change(portal, names));
    await portal.content.refresh();
    expect((await portal.visitor.call(findHome)).department).toMatchObject(names);
    await portal.visitor.call(forgotPassword, { body: { email: student.email } });
    const email = (await readEmailRows(portal)).find(({ subject }) => /password/.test(subject));
    expect(email?.subject).toBe('Choose a new password for Project Desk');
    for (const text of [email?.text_body, email?.html_body]) {
      expect(text).toContain('Project Desk');
      expect(text).not.toContain('FYP Portal');
    }
    const { url } = await student.caller.call(makeCalendar);
    const calendar = await (await portal.visitor.fetch(new URL(url).pathname)).text();
    expect(calendar).toMatch(/^X-WR-CALNAME:Project Desk\\?, SVU Computing\r?$/m);
  });

  test.for<[string, object, string, string]>([
    [
      'a label that another page has by default',
      { menu: { courses: 'marks' } },
      'menu.courses',
      '“marks” is already the label of another page. Choose another.',
    ],
    [
      'two equal labels',
      { menu: { courses: 'Trainings', faculty: 'Trainings' } },
      'menu.faculty',
      '“Trainings” is already the label of another page. Choose another.',
    ],
    ['a label of 40 characters', { menu: { home: 'x'.repeat(40) } }, 'menu.home', '39'],
    ['a name of 40 characters', { portalName: 'x'.repeat(40) }, 'portalName', '39'],
  ])('cannot be %s', async ([, names, field, message], { portal }) => {
    const edit = await change(portal, names);
    const refusal = await expectRefusal(portal, portal.admin, saveSetting, edit);
    expect(refusal).toMatchObject({ code: 'invalid' });
    expect(refusal.fields?.[field]).toContain(message);
  });

  test('may be exchanged between two pages', async ({ portal }) => {
    const menu = { courses: 'FYP Categories', categories: 'Coursera Courses' };
    await portal.admin.call(saveSetting, await change(portal, { menu }));
    await portal.content.refresh();
    expect((await portal.visitor.call(findHome)).department.menu).toEqual(menu);
  });
});

describe('the sender of emails', () => {
  const mailFrom = 'FYP Portal <fyp-portal@localhost>';

  plain('has the portal’s name, if no sender is set', () => {
    const config = { mailFrom, environment: new Set<string>() };
    expect(getMailFrom(config, { portalName: 'The "Desk"' })).toBe(
      '"The Desk" <fyp-portal@localhost>',
    );
  });

  plain.each([
    '", thief@evil.test, "',
    'Desk <thief@evil.test>',
    'Desk, thief@evil.test',
    'Desk\\',
    '"<>"',
    'Desk; thief@evil.test:',
    'Desk (thief@evil.test',
    '=?utf-8?Q?=0D=0ABcc:_thief@evil.test?=',
    'محمد “Desk”',
  ])('has the same address if the name of the portal is %s', async (portalName) => {
    const stored = PortalName.parse(portalName);
    const config = { mailFrom, environment: new Set<string>() };
    const from = getMailFrom(config, { portalName: stored });
    const transport = createTransport({ streamTransport: true, buffer: true });
    const to = 'student@university.test';
    const { envelope, message } = await transport.sendMail({ from, to, text: 'A text.' });
    expect(envelope).toEqual({ from: 'fyp-portal@localhost', to: [to] });
    const [head = ''] = String(message)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n\r\n', 1);
    const names = head.split('\r\n').map((line) => line.split(':', 1)[0]);
    expect(names).toEqual(expect.arrayContaining(['From', 'To']));
    expect(names.filter((name) => /^(from|to|cc|bcc)$/i.test(name ?? ''))).toHaveLength(2);
    expect(head).toMatch(/^From: (.* <fyp-portal@localhost>|fyp-portal@localhost)$/m);
  });

  plain.each(['Desk\u202e', '\u2066Desk\u2069', '\u200fDesk'])(
    'has no name with invisible characters, even if %j is entered',
    (portalName) => {
      expect(PortalName.parse(portalName)).toBe('Desk');
    },
  );

  plain('does not change, if the environment or a setting contains it', () => {
    const stored = {
      mailFrom: '"Office" <office@university.test>',
      environment: new Set<string>(),
    };
    const fixed = { mailFrom, environment: new Set(['MAIL_FROM']) };
    for (const config of [stored, fixed])
      expect(getMailFrom(config, { portalName: 'Desk' })).toBe(config.mailFrom);
  });
});
