import { describe, expect } from 'vitest';
import { findHome } from '#contract/settings/content.ts';
import {
  getSetting,
  getSettingsFiles,
  importSettings,
  listSettingVersions,
  saveSetting,
} from '#contract/settings/settings.ts';
import { loadStoredContent } from '#server/content/open-content.ts';
import {
  buildCohortQueryParams,
  buildSettingChange,
  readSetting,
} from '#server/test/content/settings.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('a setting', () => {
  test('is visible to visitors as soon as it is saved, and in another process once that process refreshes its settings', async ({
    portal,
  }) => {
    const other = await loadStoredContent(portal.db, portal.content);
    const edit = await buildSettingChange(portal, 'department', (value) => {
      value.name = 'School of Computing';
    });
    const { setting } = await portal.admin.call(saveSetting, edit);
    expect([setting.version, setting.changedBy]).toEqual([2, 'The Admin']);
    expect((await portal.visitor.call(findHome)).department.name).toBe('School of Computing');
    expect(other.department.name).not.toBe('School of Computing');
    await other.refresh();
    expect(other.department.name).toBe('School of Computing');
  });

  test('keeps every version with its author, and any version can be restored', async ({
    portal,
  }) => {
    const first = await readSetting(portal, 'home');
    const edit = await buildSettingChange(portal, 'home', (value) => {
      value.welcome.title = 'Welcome, everybody';
    });
    portal.wait(60_000);
    await portal.admin.call(saveSetting, edit);
    const old = await portal.admin.call(getSetting, {
      params: { name: 'home' },
      query: { version: 1 },
    });
    expect(old.value).toEqual(first.value);
    const restore = {
      params: { name: 'home' as const },
      body: { version: 2, value: old.value, restored: 1 },
    };
    await portal.admin.call(saveSetting, restore);
    const { versions } = await portal.admin.call(listSettingVersions, { params: { name: 'home' } });
    expect(versions.map(({ version, changedBy }) => [version, changedBy])).toEqual([
      [3, 'The Admin'],
      [2, 'The Admin'],
      [1, null],
    ]);
    expect((await readSetting(portal, 'home')).value).toEqual(first.value);
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setting-changed')
      .orderBy('sequence')
      .execute();
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Home page',
      'Home page: version 1 restored',
    ]);
  });

  test('is saved by only one of two concurrent requests, and the other request receives an error that names the author', async ({
    portal,
  }) => {
    const edits = await Promise.all(
      ['One', 'Two'].map((name) =>
        buildSettingChange(portal, 'department', (value) => {
          value.name = name;
        }),
      ),
    );
    const results = await Promise.allSettled(
      edits.map((edit) => portal.admin.call(saveSetting, edit)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason.code).toBe('stale-version');
    const late = await expectRefusal(portal, portal.admin, saveSetting, edits[0]);
    expect(late.message).toBe(
      'Nothing was saved: “Department” was changed by The Admin on 15 January 2027, 15:00. Look at the newest version and repeat your change there.',
    );
  });

  test.for<[string, (portal: Portal) => Promise<object>, string, string]>([
    [
      'a field that is empty',
      (portal) =>
        buildSettingChange(portal, 'department', (value) => {
          value.name = ' ';
        }),
      'name',
      'This is empty. Write some text.',
    ],
    [
      'a colour of another form',
      (portal) =>
        buildSettingChange(portal, 'department', (value) => {
          value.colour = 'red';
        }),
      'colour',
      '“red” does not fit. Write a colour such as #1d5b52.',
    ],
    [
      'a colour too pale to be read',
      (portal) =>
        buildSettingChange(portal, 'department', (value) => {
          value.colour = '#f0c000';
        }),
      'colour',
      '“#f0c000” is too light for links and for the white text on buttons: its contrast is 1.5 to 1, and 4.5 to 1 is needed. Choose a darker one; the nearest that is read well is #866b00.',
    ],
    [
      'a logo with a script',
      (portal) =>
        buildSettingChange(portal, 'department', (value) => {
          const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
          value.logo = `data:image/svg+xml;base64,${btoa(svg)}`;
        }),
      'logo',
      'This is an SVG with <script>. Save it as “plain SVG”, with shapes only.',
    ],
    [
      'a link that a browser would run',
      (portal) =>
        buildSettingChange(portal, 'faq', (value) => {
          value[0]?.questions[0]?.answer.push('[Click](javascript:alert(1))');
        }),
      '0.questions.0.answer.1',
      'The link “javascript:alert(1)” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.',
    ],
    [
      'a link of a message to another host without a scheme',
      (portal) =>
        buildSettingChange(portal, 'home', (value) => {
          value.messages[0]?.paragraphs.unshift('See *[here](//evil.test)*.');
        }),
      'messages.0.paragraphs.0',
      'The link “//evil.test” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.',
    ],
    [
      'a link of an email to an address with a placeholder',
      (portal) =>
        buildSettingChange(portal, 'emails', (value) => {
          value.reminder = { closing: 'See [your group](https://evil.test/{group}).' };
        }),
      'reminder.closing',
      'The link “https://evil.test/{group}” is not valid. Write a path that begins with one /, such as /coursera, or an address that begins with https://, http:// or mailto:, without spaces.',
    ],
    [
      'a program that a deadline names and that goes',
      (portal) =>
        buildSettingChange(portal, 'deadlines', (value) => {
          Object.assign(value[0] ?? {}, { programs: ['BSX'] });
        }),
      '0.programs.0',
      '“BSX” is not among the programs. Write one of BSCS, BSSE, BSAI, BSCyber, BSIT.',
    ],
  ])('is rejected with a field error for %s', async ([, edit, field, message], { portal }) => {
    const refused = await expectRefusal(portal, portal.admin, saveSetting, await edit(portal));
    expect(refused.fields?.[field]).toBe(message);
  });
});

describe('settings files', () => {
  test('contain every setting, and uploading them unchanged changes nothing', async ({
    portal,
  }) => {
    const { files } = await portal.admin.call(getSettingsFiles);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        ...['categories', 'courses', 'deadlines', 'department', 'developers', 'emails', 'faq'],
        ...['groups', 'help', 'home', 'kinds', 'modules', 'outcomes', 'reminders', 'scheme'],
      ].map((name) => `${name}.yaml`),
    );
    const body = { files, dryRun: false };
    expect(
      await portal.admin.call(importSettings, { query: buildCohortQueryParams(portal), body }),
    ).toEqual({
      message: 'The files match the current settings.',
      errors: [],
      changed: [],
      differences: [],
      affected: [],
      isSaved: false,
    });
  });

  test('are rejected with the file and line of every error, and nothing is saved', async ({
    portal,
  }) => {
    const files = {
      'deadlines.yaml': '- title: A\n  due: soon\n',
      'faq.yaml': '- id: [',
      'weather.yaml': 'sunny',
    };
    const before = await portal.snapshot();
    const reply = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, dryRun: false },
    });
    expect(await portal.snapshot()).toEqual(before);
    expect(reply.isSaved).toBe(false);
    expect(reply.errors.map((error) => error.split(' ')[0])).toEqual([
      'weather.yaml:1',
      expect.stringMatching(/^faq.yaml:\d$/),
      'deadlines.yaml:2',
    ]);
  });

  test('are compared but not saved in a dry run, and can be saved afterwards', async ({
    portal,
  }) => {
    const milestone = '{ key: report, title: Report, total: 5, weight: 5, markers: [supervisor] }';
    const files = {
      'deadlines.yaml': '- title: Report\n  due: 2027-03-01 12:00\n',
      'scheme.yaml': `parts: [{ title: Spring, milestones: [${milestone}] }]`,
    };
    const check = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, dryRun: true },
    });
    expect(check).toMatchObject({ changed: ['scheme', 'deadlines'], isSaved: false });
    expect(portal.content.current.deadlines).toHaveLength(9);
    const saved = await portal.admin.call(importSettings, {
      query: buildCohortQueryParams(portal),
      body: { files, dryRun: false, checked: check.checked },
    });
    expect(saved).toMatchObject({ changed: ['scheme', 'deadlines'], isSaved: true });
    expect((await portal.visitor.call(findHome)).deadlines).toMatchObject([
      { _id: expect.stringMatching(/^[a-z]{12}$/), title: 'Report', due: '2027-03-01T07:00:00Z' },
    ]);
  });
});
