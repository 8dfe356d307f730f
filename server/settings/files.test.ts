import { describe, expect } from 'vitest';
import type { EndpointReply } from '#contract/endpoint.ts';
import { addCohort } from '#contract/settings/cohorts.ts';
import { getSettingsFiles, importSettings, saveSetting } from '#contract/settings/settings.ts';
import {
  buildCohortQueryParams,
  buildSettingChange,
  readSetting,
} from '#server/test/content/settings.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

type Files = Record<string, string>;
type Checked = EndpointReply<typeof importSettings>['checked'];
type Options = { by?: ApiCaller; isAgainstToday?: boolean; checked?: Checked; cohort?: string };

const hour = 3_600_000;

function inputOf(
  portal: Portal,
  files: Files,
  dryRun: boolean,
  { cohort, isAgainstToday, checked }: Options,
) {
  const more = { ...(isAgainstToday && { isAgainstToday }), ...(checked && { checked }) };
  return {
    query: cohort ? { cohort } : buildCohortQueryParams(portal),
    body: { files, dryRun, ...more },
  };
}
const check = (portal: Portal, files: Files, { by = portal.admin, ...options }: Options = {}) =>
  by.call(importSettings, inputOf(portal, files, true, options));
const apply = (portal: Portal, files: Files, { by = portal.admin, ...options }: Options = {}) =>
  by.call(importSettings, inputOf(portal, files, false, options));
const refuse = (portal: Portal, files: Files, dryRun: boolean, options: Options = {}) =>
  expectRefusal(
    portal,
    options.by ?? portal.admin,
    importSettings,
    inputOf(portal, files, dryRun, options),
  );

async function download(portal: Portal, ...names: string[]): Promise<Files> {
  const { files } = await portal.admin.call(getSettingsFiles);
  return Object.fromEntries(names.map((name) => [name, files[name] ?? '']));
}

async function saveRoom(portal: Portal, room: string, by: ApiCaller = portal.admin) {
  const edit = await buildSettingChange(portal, 'department', ({ office }) => {
    office.room = room;
  });
  await by.call(saveSetting, edit);
}

const replaceIn = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replace(from, () => to)]),
  );
const withoutVersions = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replace(/^#.*\n/gm, '')]),
  );

const roomOf = async (portal: Portal) =>
  (await readSetting(portal, 'department')).value.office.room;

describe('a downloaded settings file', () => {
  test('contains the versions of its settings, and uploading it changes only the setting that was edited', async ({
    portal,
  }) => {
    const files = replaceIn(await download(portal, 'department.yaml'), 'BSCS', 'BSXX');
    expect(files['department.yaml']).toMatch(
      /^# portal-versions: department@1:[0-9a-f]{16} choices@1:[0-9a-f]{16}\n# Keep/,
    );
    const { changed, differences, checked } = await check(portal, files);
    expect(changed).toEqual(['choices']);
    expect(differences).toMatchObject([
      {
        name: 'choices',
        basis: 'current',
        version: 1,
        changedBy: null,
        lines: expect.arrayContaining([
          expect.objectContaining({ before: null, after: 'BSXX' }),
          expect.objectContaining({ before: 'BSCS', after: null }),
        ]),
      },
    ]);
    expect(await apply(portal, files, { checked })).toMatchObject({ isSaved: true });
    const { version, value } = await readSetting(portal, 'choices');
    expect([version, value.programs[0]?.value]).toEqual([2, 'BSXX']);
  });

  test.for([
    ['edited', (files: Files) => replaceIn(files, 'name:', 'name: The')],
    ['as it was', (files: Files) => files],
    [
      'below a comment of the office',
      (files: Files) => replaceIn(files, '# portal', '# ours\n# portal'),
    ],
    [
      'with Windows line endings',
      (files: Files) => ({
        'department.yaml': (files['department.yaml'] ?? '').replaceAll('\n', '\r\n'),
      }),
    ],
  ] as const)(
    'is rejected (%s) if an admin has saved one of its settings since the download, with an error that names the admin',
    async ([, edit], { portal }) => {
      const ayesha = await createTestUser(portal, 'admin', 'Ayesha Noor');
      const files = edit(await download(portal, 'department.yaml'));
      portal.wait(hour);
      await saveRoom(portal, 'New room', ayesha.caller);
      for (const dryRun of [true, false]) {
        const refused = await refuse(portal, files, dryRun);
        expect([refused.status, refused.code, refused.message]).toEqual([
          409,
          'stale-version',
          'Nothing was changed. Since these files were downloaded, these settings were saved: “Department” by Ayesha Noor on 15 January 2027, 16:00. Compare your files with the current settings, or download them again.',
        ]);
      }
    },
  );

  test('can be compared with newer settings and can then overwrite them on request', async ({
    portal,
  }) => {
    const files = replaceIn(await download(portal, 'department.yaml'), 'hours:', 'hours: Always,');
    const before = await roomOf(portal);
    await saveRoom(portal, 'New room');
    const { differences, checked } = await check(portal, files, { isAgainstToday: true });
    expect(differences).toMatchObject([
      {
        name: 'department',
        basis: 'stale',
        version: 2,
        changedBy: 'The Admin',
        lines: [
          { path: ['office', 'room'], before: 'New room', after: before },
          { path: ['office', 'hours'], after: expect.stringMatching(/^Always/) },
        ],
      },
    ]);
    expect((await refuse(portal, files, false, { checked })).code).toBe('stale-version');
    await apply(portal, files, { isAgainstToday: true, checked });
    expect(await roomOf(portal)).toBe(before);
    const entry = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .orderBy('sequence', 'desc')
      .executeTakeFirst();
    expect(entry?.detail).toBe('Department: from a file, over version 2');
  });

  test('is rejected only if one of its own settings is stale, with an error that lists all stale settings', async ({
    portal,
  }) => {
    const files = await download(portal, 'department.yaml', 'faq.yaml', 'deadlines.yaml');
    await saveRoom(portal, 'New room');
    const edit = await buildSettingChange(portal, 'deadlines', (list) => {
      Object.assign(list[0] ?? {}, { title: 'Another title' });
    });
    await portal.admin.call(saveSetting, edit);
    const { message } = await refuse(portal, files, true);
    expect(message).toMatch(/“Department” by The Admin.*; “Deadlines” by The Admin/);
    const faq = replaceIn({ 'faq.yaml': files['faq.yaml'] ?? '' }, 'title:', 'title: Our');
    expect((await check(portal, faq)).differences).toMatchObject([
      { name: 'faq', basis: 'current' },
    ]);
  });

  test('is treated as having no versions if it is from another cohort or was downloaded before a backup was restored', async ({
    portal,
  }) => {
    const from = portal.content.current._id;
    const deadlines = [{ title: 'Report', due: '2028-03-01 12:00' }];
    await portal.admin.call(addCohort, {
      body: { name: 'Another', code: '2028', from, deadlines },
    });
    const files = await download(portal, 'deadlines.yaml');
    const [other] = (await check(portal, files, { cohort: '2028' })).differences;
    expect(other).toMatchObject({ name: 'deadlines', basis: 'unknown' });
    // Simulate a restored backup: the version number in the downloaded file now belongs to different settings.
    const list = (await readSetting(portal, 'deadlines')).value.slice(0, -1);
    await portal.db
      .updateTable('settings')
      .set({ value: JSON.stringify(list) })
      .where('scope', '=', from)
      .where('name', '=', 'deadlines')
      .execute();
    const [restored] = (await check(portal, files)).differences;
    expect(restored).toMatchObject({ name: 'deadlines', basis: 'unknown' });
  });
});

describe('a settings file without versions', () => {
  test('is applied only after a dry run has shown the differences', async ({ portal }) => {
    const files = withoutVersions(
      replaceIn(await download(portal, 'department.yaml'), 'hours:', 'hours: Always,'),
    );
    const { differences, checked } = await check(portal, files);
    expect(differences).toMatchObject([{ name: 'department', basis: 'unknown' }]);
    const refused = await refuse(portal, files, false);
    expect([refused.status, refused.code, Object.keys(refused.fields ?? {})]).toEqual([
      400,
      'invalid',
      ['checked'],
    ]);
    expect(await apply(portal, files, { checked })).toMatchObject({ isSaved: true });
  });

  test('is rejected if an admin has saved one of its settings since the dry run, with an error that names the admin', async ({
    portal,
  }) => {
    const files = withoutVersions(
      replaceIn(await download(portal, 'department.yaml'), 'hours:', 'hours: Always,'),
    );
    const { checked } = await check(portal, files);
    await saveRoom(portal, 'New room');
    const { code, message } = await refuse(portal, files, false, { checked });
    expect(code).toBe('stale-version');
    expect(message).toContain(
      'Since the files were checked, these settings were saved: “Department” by The Admin',
    );
  });

  test('is rejected if its content has changed since the dry run', async ({ portal }) => {
    const files = withoutVersions(await download(portal, 'department.yaml'));
    const { checked } = await check(portal, replaceIn(files, 'hours:', 'hours: Always,'));
    const { code, message } = await refuse(
      portal,
      replaceIn(files, 'hours:', 'hours: Never,'),
      false,
      { checked },
    );
    expect([code, message]).toEqual([
      'stale-version',
      'Nothing was changed: the differences are not those that were shown. Check the files again.',
    ]);
  });
});

describe('concurrent settings requests', () => {
  test.for([
    ['one file of the department', 'department.yaml', 'hours: '],
    ['one file of a cohort', 'reminders.yaml', 'firstDays: '],
  ] as const)(
    'that upload %s save only one version, and the other requests are rejected with an error that names its author',
    async ([, name, field], { portal }) => {
      const second = await createTestUser(portal, 'admin', 'Bilal Shah');
      const base = await download(portal, name);
      const uploads = [
        { by: portal.admin, files: replaceIn(base, field, `${field}1`) },
        { by: second.caller, files: replaceIn(base, field, `${field}2`) },
        { by: second.caller, files: withoutVersions(replaceIn(base, field, `${field}3`)) },
      ];
      const checks = await Promise.all(
        uploads.map(({ by, files }) => check(portal, files, { by })),
      );
      const results = await Promise.allSettled(
        uploads.map(({ by, files }, index) =>
          apply(portal, files, { by, checked: checks[index]?.checked }),
        ),
      );
      const refused = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason] : [],
      );
      expect(refused).toHaveLength(2);
      for (const { code, message } of refused) {
        expect(code).toBe('stale-version');
        expect(message).toMatch(/were saved: “.*” by (The Admin|Bilal Shah) on/);
      }
      const setting = name === 'department.yaml' ? 'department' : 'reminders';
      expect((await readSetting(portal, setting)).version).toBe(2);
    },
  );

  test('save only one version if one request saves a form and the other uploads a file', async ({
    portal,
  }) => {
    const files = replaceIn(await download(portal, 'department.yaml'), 'hours:', 'hours: Always,');
    const { checked } = await check(portal, files);
    const results = await Promise.allSettled([
      saveRoom(portal, 'New room'),
      apply(portal, files, { checked }),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'stale-version' } },
    ]);
    expect((await readSetting(portal, 'department')).version).toBe(2);
  });
});
