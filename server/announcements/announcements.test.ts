import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import {
  type AudienceRole,
  exportAnnouncements,
  getAnnouncement,
  listAnnouncements,
  withdrawAnnouncement,
} from '#contract/messages/announcements.ts';
import { listNotices, saveNoticeSetting } from '#contract/messages/notices.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  removeEmailConfirmation,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addTestAnnouncement,
  announcementDraft,
  laterPublishDate,
  listDeskAnnouncements,
  readAllEmails,
} from '#server/test/records/announcements.ts';
import { addTestCohort, closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { readExportedRecords } from '#server/test/records/exports.ts';

describe('an announcement with a title that was used before', () => {
  test.for<[string, (portal: Portal) => Promise<unknown>]>([
    ['another text', (portal) => addTestAnnouncement(portal, { text: 'At home.' })],
    [
      'the same text, withdrawn',
      async (portal) => {
        await addTestAnnouncement(portal);
        const { announcements } = await portal.admin.call(listAnnouncements, { query: {} });
        const params = { announcementId: getItemAt(announcements, 0)._id };
        await portal.admin.call(withdrawAnnouncement, { params });
      },
    ],
    [
      'the same text, shown until an hour ago',
      async (portal) => {
        const shownUntil = new Date(portal.clock().getTime() + 3_600_000).toISOString();
        await addTestAnnouncement(portal, { shownUntil });
        portal.wait(2 * 3_600_000);
      },
    ],
    [
      'the same text in another cohort',
      async (portal) => {
        const { code: cohort } = await addTestCohort(portal);
        await addTestAnnouncement(portal, { cohort });
      },
    ],
  ])('is accepted after one with %s', async ([, addFirst], { portal }) => {
    await addFirst(portal);
    await addTestAnnouncement(portal);
    const titles = portal.db.selectFrom('announcements').select('title');
    const { title } = announcementDraft;
    expect(await titles.execute()).toEqual([{ title }, { title }]);
  });
});

describe('an announcement', () => {
  test('can be previewed with its recipients and the exact email that they will receive', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    await portal.db
      .updateTable('members')
      .set({ email: 'no.account@university.test', user_id: null })
      .where('id', '=', getItemAt(team.ids, 1))
      .execute();
    const before = await portal.snapshot();
    const roles: AudienceRole[] = ['student', 'supervisor', 'examiner'];
    const shown = await addTestAnnouncement(portal, { roles, dryRun: true });
    expect(await portal.snapshot()).toEqual(before);
    const { preview } = shown;
    expect(shown).toMatchObject({ isSaved: false, message: 'Nothing was announced yet.' });
    expect(preview).toMatchObject({
      counts: { student: 2, supervisor: 1, examiner: 1 },
      withoutAccount: 1,
    });
    expect(preview.recipients.map(({ email, hasAccount }) => [email, hasAccount])).toEqual(
      expect.arrayContaining([
        ['no.account@university.test', false],
        [team.supervisor.email, true],
      ]),
    );
    const done = await addTestAnnouncement(portal, { roles });
    expect(done.message).toBe('Published. 4 emails are on the way.');
    const emails = await readAllEmails(portal);
    expect(emails).toHaveLength(4);
    const first = preview.recipients.find(({ name }) => name === preview.emailTo);
    const sent = emails.find(({ recipient }) => recipient === first?.email);
    expect(preview.email).toEqual({
      subject: sent?.subject,
      text: sent?.text_body,
      html: sent?.html_body,
    });
    expect(sent?.text_body).toContain(`See the list (${portal.config.publicUrl}/coursera).`);
  });

  test('has the same links on a recipient’s desk, in the admin’s view, and in the text and HTML of the email', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const wiki = 'https://en.wikipedia.org/wiki/Thesis_(academic)';
    await addTestAnnouncement(portal, {
      text: `See:\n\n1. [Wiki](${wiki})\n2. <b> & [desk](/desk "Yours")`,
    });
    const text = [
      { kind: 'paragraph', inlines: [{ text: 'See:' }] },
      {
        kind: 'list',
        items: [
          {
            number: 1,
            blocks: [{ kind: 'paragraph', inlines: [{ href: wiki, runs: [{ text: 'Wiki' }] }] }],
          },
          {
            number: 2,
            blocks: [
              {
                kind: 'paragraph',
                inlines: [{ text: '<b> & ' }, { href: '/desk', runs: [{ text: 'desk' }] }],
              },
            ],
          },
        ],
      },
    ];
    const [shown] = (await team.student.caller.call(findDesk)).announcements;
    expect(shown?.text).toEqual(text);
    const params = { announcementId: shown?._id ?? '' };
    const { announcement } = await portal.admin.call(getAnnouncement, { params });
    expect(announcement.formattedText).toEqual(text);
    const email = getItemAt(await readAllEmails(portal), 0);
    const { publicUrl } = portal.config;
    expect(email.text_body).toContain(`1. Wiki (${wiki})\n2. <b> & desk (${publicUrl}/desk)\n`);
    expect(email.html_body).toContain(`href="${wiki}"`);
    expect(email.html_body).toMatch(/&lt;b&gt; &amp; <a [^>]*href="[^"]+\/desk"[^>]*>desk<\/a>/);
  });

  test('is shown only on the desks of its audience, including people who join later', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { program: 'BSCS' });
    const other = await createTestGroup(portal, { program: 'BSSE' });
    await addTestAnnouncement(portal, { audience: { to: 'programs', programs: ['BSCS'] } });
    await addTestAnnouncement(portal, {
      title: 'To staff',
      roles: ['supervisor', 'examiner'],
      audience: { to: 'groups', groupIds: [other.groupId] },
    });
    expect(await listDeskAnnouncements(team.student)).toEqual(['Viva week']);
    expect(await listDeskAnnouncements(other.student)).toEqual([]);
    expect(await listDeskAnnouncements(team.supervisor)).toEqual([]);
    expect(await listDeskAnnouncements(other.supervisor)).toEqual(['To staff']);
    expect(await listDeskAnnouncements(other.examiner)).toEqual(['To staff']);
    expect(await listDeskAnnouncements({ caller: portal.admin })).toEqual([]);
    const newcomer = await createTestUser(portal);
    expect(await listDeskAnnouncements(newcomer)).toEqual([]);
    await portal.db
      .updateTable('members')
      .set({ email: newcomer.email, user_id: newcomer.userId })
      .where('id', '=', getItemAt(team.ids, 1))
      .execute();
    expect(await listDeskAnnouncements(newcomer)).toEqual(['Viva week']);
    await removeEmailConfirmation(portal.db, newcomer.userId);
    expect(await listDeskAnnouncements(newcomer)).toEqual([]);
  });

  test('is emailed only once to a person in two groups, and not to blocked accounts', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const other = await createTestGroup(portal, { size: 1, supervisor: team.supervisor.name });
    const { db } = portal;
    await db
      .updateTable('groups')
      .set({ external_examiner_id: team.supervisor.userId })
      .where('id', '=', other.groupId)
      .execute();
    await db
      .updateTable('users')
      .set({ blocked_at: portal.clock().toISOString() })
      .where('id', '=', other.student.userId)
      .execute();
    const { preview } = await addTestAnnouncement(portal, {
      roles: ['student', 'supervisor', 'examiner'],
    });
    expect((await readAllEmails(portal)).map(({ recipient }) => recipient)).toEqual(
      [team.student, team.supervisor, team.examiner].map(({ email }) => email).toSorted(),
    );
    expect(preview.counts).toEqual({ student: 1, supervisor: 1, examiner: 2 });
  });

  test('escapes user text in the HTML of emails', async ({ portal }) => {
    const { student } = await createTestGroup(portal, { size: 1 });
    await addTestAnnouncement(portal, {
      title: '<b>Hi</b>',
      text: '<script>x</script> https://a.org/"x',
    });
    const email = getItemAt(await readAllEmails(portal), 0);
    expect([email.recipient, email.subject]).toEqual([student.email, '<b>Hi</b>']);
    expect(email.html_body).toContain('&lt;script&gt;x&lt;/script&gt; <a class="link"');
    expect(email.html_body).toContain('<title>&lt;b&gt;Hi&lt;/b&gt;</title>');
    expect(email.html_body).toContain('href="https://a.org/"');
  });

  test('disappears from desks after its end date or when its cohort is closed', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    await addTestAnnouncement(portal, { shownUntil: '2027-01-15T12:00:00.000Z' });
    await addTestAnnouncement(portal, { title: 'Always' });
    expect(await listDeskAnnouncements(student)).toHaveLength(2);
    portal.wait(2 * 3_600_000);
    expect(await listDeskAnnouncements(student)).toEqual(['Always']);
    const { announcements } = await portal.admin.call(listAnnouncements, {
      query: { state: 'expired' },
    });
    expect(announcements.map(({ title }) => title)).toEqual(['Viva week']);
    await closeCurrentCohort(portal);
    expect(await listDeskAnnouncements(student)).toEqual([]);
  });
});

describe('the in-app notice of an announcement', () => {
  test('replaces the email for users who have chosen notices only, and is added even if the announcement is not emailed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    const params = { kind: 'announcements' as const };
    await team.mate.caller.call(saveNoticeSetting, { params, body: { delivery: 'page' } });
    expect((await addTestAnnouncement(portal)).message).toBe('Published. 1 email is on the way.');
    await addTestAnnouncement(portal, { title: 'Without email', byEmail: false });
    const textsOf = async ({ caller }: TestUser) =>
      (await caller.call(listNotices)).notices.map(({ kind, text }) => [kind, text]);
    const both = ['New announcement: Viva week', 'New announcement: Without email'];
    for (const createTestUser of [team.mate, team.student]) {
      const texts = await textsOf(createTestUser);
      expect(texts).toEqual(expect.arrayContaining(both.map((text) => ['announcements', text])));
    }
    const { announcements } = await portal.admin.call(listAnnouncements, { query: {} });
    for (const { _id: announcementId } of announcements) {
      await portal.admin.call(withdrawAnnouncement, { params: { announcementId } });
    }
    const left = (await textsOf(team.mate)).filter(([kind]) => kind === 'announcements');
    expect(left).toEqual([]);
  });
});

test('the list of announcements can be filtered, sorted and exported as displayed', async ({
  portal,
}) => {
  await createTestGroup(portal, { size: 1 });
  await addTestAnnouncement(portal, { title: 'B' });
  portal.wait(1000);
  await addTestAnnouncement(portal, {
    title: 'A',
    publishAt: laterPublishDate,
    roles: ['supervisor'],
  });
  const titles = async (query: object) =>
    (await portal.admin.call(listAnnouncements, { query })).announcements.map(
      (announcement) => announcement.title,
    );
  expect(await titles({})).toEqual(['A', 'B']);
  expect(await titles({ sort: 'when' })).toEqual(['B', 'A']);
  expect(await titles({ sort: '-title' })).toEqual(['B', 'A']);
  expect(await titles({ state: 'scheduled' })).toEqual(['A']);
  expect(await titles({ q: 'SUPERVISORS' })).toEqual(['A']);
  const records = await readExportedRecords(portal, exportAnnouncements, { sort: 'title' });
  expect(records).toMatchObject([
    { Title: 'A', State: 'Scheduled', To: 'Supervisors of all groups', 'Emails queued': 0 },
    { Title: 'B', State: 'Published', To: 'Students of all groups', 'Emails queued': 1 },
  ]);
});
