import { describe, expect } from 'vitest';
import {
  type EmailKind,
  emailKindNames,
  previewTemplate,
  sendTestEmail,
} from '#contract/settings/email-templates.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { emailTestGroupMarks, saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const emailsOf = (portal: Portal) =>
  portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
const params = { name: 'emails' as const };

async function word(portal: Portal, kind: EmailKind, words: object) {
  const { version, value } = await portal.admin.call(getSetting, { params });
  const changed = { ...(value as object), [kind]: words };
  return portal.admin.call(saveSetting, { params, body: { version, value: changed } });
}

describe('a custom email text', () => {
  test('is rejected if it contains unknown placeholders, with an error that names them', async ({
    portal,
  }) => {
    const { version, value } = await portal.admin.call(getSetting, { params });
    const changed = { ...(value as object), marks: { opening: 'Dear {nmae}, see {group}' } };
    const body = { version, value: changed };
    const refused = await expectRefusal(portal, portal.admin, saveSetting, { params, body });
    const message =
      '{nmae} can’t be used here. Placeholders of this email: {name}, {group}, {title}, {milestones}.';
    expect([refused.code, refused.fields]).toEqual(['invalid', { 'marks.opening': message }]);
    for (const endpoint of [previewTemplate, sendTestEmail]) {
      const words = { kind: 'invitation', words: { subject: '{title}' } };
      const refusal = await expectRefusal(portal, portal.admin, endpoint, { body: words });
      expect(Object.keys(refusal.fields ?? {})).toEqual(['words.subject']);
      const long = { kind: 'marks', words: { subject: 'x'.repeat(151) } };
      expect((await expectRefusal(portal, portal.admin, endpoint, { body: long })).code).toBe(
        'invalid',
      );
      const { caller } = await createTestUser(portal, 'faculty');
      expect((await expectRefusal(portal, caller, endpoint, { body: words })).code).toBe(
        'forbidden',
      );
    }
  });

  test('appears before and after the fixed content, and placeholder values in it are escaped and not parsed as templates', async ({
    portal,
  }) => {
    const title = 'A <script>x</script> for {name}';
    const team = await createTestGroup(portal, { size: 1, title });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 8 } });
    await emailTestGroupMarks(team);
    const before = getItemAt(await emailsOf(portal), 0);
    await portal.db.deleteFrom('emails').execute();
    await word(portal, 'marks', {
      subject: '{group}: news',
      opening: 'About {title}.',
      closing: '<b>The office</b>',
    });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 9 } });
    await emailTestGroupMarks(team);
    const after = getItemAt(await emailsOf(portal), 0);
    expect(after.subject).toBe(`${team.group.fypGroupName}: news`);
    expect(after.text_body).toContain(`Dear ${team.student.name},\n\nAbout ${title}.\n\n`);
    expect(after.html_body).toContain('About A &lt;script&gt;x&lt;/script&gt; for {name}.');
    expect(after.html_body).toContain('&lt;b&gt;The office&lt;/b&gt;');
    for (const fact of ['Month 1: 9 of 10', '/students', 'Feedback: No feedback']) {
      expect(after.text_body).toContain(fact);
    }
    expect(before.text_body).not.toContain('The office</b>');

    const { setting } = await word(portal, 'marks', {});
    expect(setting.version).toBe(3);
    await portal.db.deleteFrom('emails').execute();
    await saveTestMarks(team, team.supervisor, { month2: { marks: 8 } });
    await emailTestGroupMarks(team);
    const restored = getItemAt(await emailsOf(portal), 0);
    expect([restored.subject, restored.text_body]).toEqual(
      [before.subject, before.text_body].map((text) => text.replaceAll('Month 1', 'Month 2')),
    );
  });
});

describe('a custom email text with formatting', () => {
  test('is rendered with its links, but Markdown in placeholder values remains plain text', async ({
    portal,
  }) => {
    const title = '[Win](https://evil.test) *now*';
    const team = await createTestGroup(portal, { size: 1, title });
    const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';
    await word(portal, 'marks', { opening: `About {title}: **[Wiki](${wiki})**` });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 9 } });
    await emailTestGroupMarks(team);
    const email = getItemAt(await emailsOf(portal), 0);
    expect(email.text_body).toContain(`: Wiki (${wiki})\n`);
    expect(email.html_body).toMatch(/<a [^>]*href="https:[^"]*\(academic\)"[^>]*><strong>Wiki</);
    expect(email.html_body).not.toMatch(/href="[^"]*evil|<em>/);
    expect(email.html_body).toContain('[Win](https:');
  });

  test.for([
    ['opening', 'See [us](data:text/html,x).', /“data:text\/html,x” is not valid/],
    ['closing', '- [x](//host.test)', /“\/\/host\.test” is not valid/],
  ] as const)(
    'is rejected if it has an invalid link: %s',
    async ([part, text, message], { portal }) => {
      const { version, value } = await portal.admin.call(getSetting, { params });
      const body = { version, value: { ...(value as object), viva: { [part]: text } } };
      const refused = await expectRefusal(portal, portal.admin, saveSetting, { params, body });
      expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([
        'invalid',
        [`viva.${part}`],
      ]);
      expect(refused.message).toMatch(message);
    },
  );
});

describe('an email preview', () => {
  test('has the same content as the test email, which is sent only to the caller', async ({
    portal,
  }) => {
    await createTestGroup(portal);
    for (const kind of emailKindNames) {
      const body = { kind, words: { subject: 'Hello {name}', opening: 'One.', closing: 'Two.' } };
      const shown = await portal.admin.call(previewTemplate, { body });
      expect(await emailsOf(portal)).toEqual([]);
      await portal.admin.call(sendTestEmail, { body });
      const [email, ...otherEmails] = await emailsOf(portal);
      expect(otherEmails).toEqual([]);
      expect(email).toMatchObject({
        recipient: 'admin@university.test',
        subject: `Test: ${shown.subject}`,
        text_body: shown.text,
        html_body: shown.html,
      });
      expect(shown.subject).toMatch(/^Hello \p{L}/u);
      expect(shown.text).toMatch(/\n\nOne\.\n\n[\s\S]*\n\nTwo\.\n\n/);
      await portal.db.deleteFrom('emails').execute();
    }
    const { action, detail } = getItemAt((await readAuditEntries(portal)).slice(-1), 0);
    expect([action, detail]).toEqual(['test-email-sent', emailKindNames.at(-1)]);
  });

  test('has the same content as the email that is sent after the text is saved', async ({
    portal,
  }) => {
    const words = { subject: 'Hello {name}', opening: 'About {group}.', closing: 'Bye {name}.' };
    const shown = await portal.admin.call(previewTemplate, { body: { kind: 'marks', words } });
    await word(portal, 'marks', words);
    const team = await createTestGroup(portal, { size: 1 });
    await saveTestMarks(team, team.supervisor, {
      month1: { marks: 8.5, feedback: 'A clear report.' },
    });
    await emailTestGroupMarks(team);
    const sent = getItemAt(await emailsOf(portal), 0);
    const inSample = (text: string) =>
      text
        .replaceAll(team.group.fypGroupName, 'BSCS-2027-014')
        .replaceAll(team.student.name, 'Sana Malik')
        .replaceAll(team.supervisor.name, 'Dr. Omar Siddiqui')
        // Replies to the preview go to the office, because the sample supervisor has no email address.
        .replace(/Replies go to .* your group\./, 'Replies go to the FYP office.');
    expect(inSample(sent.subject)).toBe(shown.subject);
    expect(inSample(sent.text_body)).toBe(shown.text);
    expect(inSample(sent.html_body)).toBe(shown.html);
  });
});

test('sendTestEmail allows ten emails in a burst, then one per minute', async ({ portal }) => {
  const body = { kind: 'marks' as const, words: {} };
  for (let count = 0; count < 10; count += 1) await portal.admin.call(sendTestEmail, { body });
  const refused = await expectRefusal(portal, portal.admin, sendTestEmail, { body });
  expect([refused.status, refused.retryAfter]).toEqual([429, '60']);
  portal.wait(60_000);
  await portal.admin.call(sendTestEmail, { body });
});
