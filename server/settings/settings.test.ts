import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { findHome } from '#contract/settings/content.ts';
import {
  getSetting,
  getSettingsFiles,
  listSettingVersions,
  saveSetting,
  settingNames,
} from '#contract/settings/settings.ts';
import { loadStoredContent } from '#server/content/open-content.ts';
import { toDataUrl } from '#server/test/content/pictures.ts';
import { samplePng } from '#server/test/content/sample-pictures.ts';
import { buildSettingChange, readSetting } from '#server/test/content/settings.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { addTestCohort } from '#server/test/records/cohorts.ts';
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
      'Nothing was saved: The Admin changed “Department” on 15 January 2027, 15:00. Open the latest version and make your change again.',
    );
  });

  test.for<[string, (portal: Portal) => Promise<object>, string, string]>([
    [
      'a colour too pale to be read',
      (portal) =>
        buildSettingChange(portal, 'department', (value) => {
          value.colour = '#f0c000';
        }),
      'colour',
      '“#f0c000” is too light for links and for the white text on buttons: its contrast is 1.5 to 1, and 4.5 to 1 is needed. Choose a darker one; the nearest readable one is #866b00.',
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
      '“BSX” is not among the programs. Enter one of BSCS, BSSE, BSAI, BSCyber, BSIT.',
    ],
  ])('is rejected with a field error for %s', async ([, edit, field, message], { portal }) => {
    const refused = await expectRefusal(portal, portal.admin, saveSetting, await edit(portal));
    expect(refused.fields?.[field]).toBe(message);
  });
});

test('a new portal that starts with the downloaded files has the same settings, logo included', async ({
  portal,
}) => {
  const edit = await buildSettingChange(portal, 'department', (value) => {
    Object.assign(value, { name: 'School of Computing', logo: toDataUrl(samplePng) });
  });
  await portal.admin.call(saveSetting, edit);
  await addTestCohort(portal, { makeCurrent: true });
  const { files } = await portal.admin.call(getSettingsFiles, { query: { cohort: '2027' } });
  const folder = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const other = await openPortal({ CONTENT_DIR: folder });
  onTestFinished(other.close);
  for (const name of settingNames) {
    const { value } = await readSetting(portal, name, '2027');
    expect((await readSetting(other.portal, name)).value, name).toEqual(value);
  }
  expect(other.portal.content.cohorts.map(({ code, name }) => [code, name])).toEqual([
    ['2027', 'Session 2026–27'],
  ]);
});
