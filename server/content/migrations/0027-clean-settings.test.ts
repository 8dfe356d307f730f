import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test as plain } from 'vitest';
import { type SettingName, settingDefinitions, settingNames } from '#contract/settings/settings.ts';
import { type DataLocation, openDatabase } from '#server/backup/places.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { loadContent } from '#server/content/files/load-content.ts';
import { filesToSettings } from '#server/content/files/settings-files.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  findTextPaths,
  replaceTextAtPath,
  type TextPath,
} from '#server/test/content/setting-texts.ts';
import {
  backUpDataLocation,
  createEmptyDataLocation,
  listDatabaseKinds,
} from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { cleanSetting } from './0027-clean-settings.ts';

const shipped = filesToSettings(
  loadContent(join(import.meta.dirname, '../../../content'), 'Asia/Karachi'),
);
const filled = {
  ...shipped,
  developers: [{ name: 'N', role: 'R', bio: 'B', year: '2027', photo: '' }],
  emails: { ...shipped.emails, marks: { subject: 'S', opening: 'O', closing: 'C' } },
};

const places = settingNames.flatMap((name) =>
  findTextPaths(filled[name])
    .filter(
      (path) =>
        settingDefinitions[name].schema.safeParse(
          replaceTextAtPath(filled[name], path, 'Any words'),
        ).success,
    )
    .map((path) => ({ name, path })),
);

const anyText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((text) => text.trim() !== '');
const mixedText = fc
  .array(
    fc.constantFrom(
      ...['A', ' ', 'e\u0301', '\u0958', '\0', '\u0007', '\n', '\r\n', '\t', '\ud800', '\udfff'],
      ...['\u200b', '\u2028', '\u00a0', '\ufeff', '\u0300', '\u{1f469}\u200d\u{1f4bb}', '\u0344'],
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

describe('cleanSetting', () => {
  plain('is tested with texts from at least ten settings', () => {
    expect(new Set(places.map(({ name }) => name)).size).toBeGreaterThan(9);
  });

  plain('returns a valid value for any text that an earlier version accepted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.oneof(anyText, mixedText, fc.string({ unit: 'grapheme', minLength: 1 })),
        ({ name, path }, text) => {
          fc.pre(text.trim() !== '' && text.length <= 60);
          const clean = cleanSetting(name, replaceTextAtPath(filled[name], path, text) as never);
          const { error, data } = settingDefinitions[name].schema.safeParse(clean);
          expect(error?.issues).toBeUndefined();
          expect(JSON.stringify(data)).not.toMatch(/\\ud[89a-f]|\\u00[01]|[\u007f-\u009f]/);
          expect(cleanSetting(name, clean)).toEqual(clean);
        },
      ),
      { numRuns: 300 },
    );
  });

  plain.each<[SettingName, TextPath, number]>([
    ['choices', ['categories', 0], 60],
    ['choices', ['supervisors', 0], 100],
    ['deadlines', [0, 'title'], 120],
    ['scheme', ['parts', 0, 'title'], 60],
    ['scheme', ['parts', 0, 'milestones', 0, 'title'], 60],
    ['groups', ['eligibility', 0, 'question'], 300],
    ['emails', ['marks', 'subject'], 150],
    ['emails', ['marks', 'opening'], 2000],
    ['home', ['welcome', 'title'], 20_000],
  ])(
    'truncates a text that exceeds the limit after NFC normalisation: %s %j',
    (name, path, longest) => {
      const long = replaceTextAtPath(filled[name], path, '\u0958'.repeat(longest));
      const clean = cleanSetting(name, long as never);
      expect(settingDefinitions[name].schema.safeParse(clean).error).toBeUndefined();
    },
  );

  plain.each([
    [
      'home',
      { welcome: { title: ' A\nB\u0007 ', text: 'One.\r\n\r\nTwo\0.' } },
      { welcome: { title: 'A B', text: 'One.\r\n\r\nTwo.' } },
    ],
    ['choices', { supervisors: ['Dr. A\u200b', 'Dr. A', '\u200b'] }, { supervisors: ['Dr. A'] }],
    ['choices', { categories: ['\0'] }, { categories: ['–'] }],
    ['categories', [{ options: ['Re\u0301seau  Nord'] }], [{ options: ['R\u00e9seau Nord'] }]],
    ['emails', { marks: { subject: '\0', opening: 'Hello\0' } }, { marks: { opening: 'Hello' } }],
    ['faq', [{ title: '\ud800' }], [{ title: '–' }]],
    [
      'courses',
      { topics: [{ courses: [{ url: 'https://a.b/\u0000c' }] }] },
      { topics: [{ courses: [{ url: 'https://a.b/c' }] }] },
    ],
  ])('removes only invalid characters and duplicates: %s %j', (name, before, after) => {
    expect(cleanSetting(name, before as never)).toEqual(after);
  });
});

async function fillEarlier(portal: Portal, place: DataLocation) {
  const db = openDatabase(place);
  await migrate(db, '0024-group-search');
  const now = portal.clock().toISOString();
  const closed = randomUUID();
  await db
    .insertInto('cohorts')
    .values({
      id: closed,
      name: 'Closed',
      code: '2020',
      code_key: '2020',
      is_current: 0,
      closed_at: now,
      created_at: now,
    })
    .execute();
  const row = (scope: string, name: SettingName, version: number, value: unknown) => ({
    scope,
    name,
    version,
    value: JSON.stringify(value),
    changed_at: now,
  });
  await db
    .insertInto('settings')
    .values([
      row('department', 'emails', 1, { marks: { subject: 'A\0B' } }),
      row('department', 'emails', 2, { marks: { subject: 'Plain' } }),
      row(closed, 'choices', 1, { supervisors: ['Dr. \ud800Ali\u200b'] }),
      row(closed, 'choices', 2, { supervisors: ['Re\u0301ne\u0301e\u0007'] }),
    ])
    .execute();
  await db.destroy();
}

async function valuesIn(place: DataLocation) {
  const db = openDatabase(place);
  await migrate(db);
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'version', 'value'])
    .orderBy('name')
    .orderBy('version')
    .execute();
  await db.destroy();
  return rows.map(({ name, version, value }) => [name, version, JSON.parse(value)]);
}

const cleaned = [
  ['choices', 1, { supervisors: ['Dr. Ali'] }],
  ['choices', 2, { supervisors: ['R\u00e9n\u00e9e'] }],
  ['emails', 1, { marks: { subject: 'AB' } }],
  ['emails', 2, { marks: { subject: 'Plain' } }],
];

describe('the migration that removes invalid characters from settings', () => {
  test('cleans every stored version, including those of closed cohorts', async ({ portal }) => {
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      await fillEarlier(portal, place);
      expect(await valuesIn(place)).toEqual(cleaned);
    }
  });

  test('cleans settings in a restored backup of an earlier version of the portal', async ({
    portal,
  }) => {
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await fillEarlier(portal, place);
    const path = join(portal.folder, 'earlier.backup');
    await backUpDataLocation(portal, place, path);
    for (const database of listDatabaseKinds(portal)) {
      const restored = await createEmptyDataLocation(portal, database);
      await restoreBackup(restored, path);
      expect(await valuesIn(restored)).toEqual(cleaned);
    }
  });
});
