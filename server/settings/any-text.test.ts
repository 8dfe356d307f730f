import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { Problem } from '#contract/problem.ts';
import {
  getSettingsFiles,
  type SettingName,
  saveSetting,
  settingDefinitions,
  settingNames,
} from '#contract/settings/settings.ts';
import { findTextPaths, replaceTextAtPath } from '#server/test/content/setting-texts.ts';
import { buildCohortQueryParams, readSetting } from '#server/test/content/settings.ts';
import { type Portal, test } from '#server/test/portal.ts';

const printed = [
  ...['A', 'b', ' ', '.', '"', "'", '#', ':', '-', '{', '[', '|', '\\', '%', '\ufffd', '\u00e9'],
  ...['e\u0301', '\u0958', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u202e', '\u2028', '\u00a0'],
  ...['\u3000', '\u3164', '\ufe0f', '\u{1f469}', '\u{e0041}', '\uff21', '\u0131', '\u00df'],
];
const characters = [
  ...printed,
  ...['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\n', '\r', '\t', '\ud800', '\udfff'],
];
const textOf = (from: readonly string[]) =>
  fc.array(fc.constantFrom(...from), { maxLength: 8 }).map((parts) => parts.join(''));
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  textOf(characters),
  textOf(printed),
  textOf(printed),
);

const unstorable = /\p{Cs}|[^\P{Cc}\t\n\r]/u;

async function saveText(portal: Portal, name: SettingName, value: unknown, version: number) {
  try {
    const body = { version, value };
    const { setting } = await portal.admin.call(saveSetting, {
      params: { name },
      query: buildCohortQueryParams(portal),
      body,
    });
    return { stored: setting.value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { fields, inUse } = error.details;
    // A changed text of a list removes the entry to which other settings refer.
    if (error.code === 'entries-in-use') return { fields: (inUse ?? []).map(({ list }) => list) };
    if (error.code !== 'invalid') throw error;
    return { fields: Object.keys(fields ?? {}) };
  }
}

describe('arbitrary text in a setting', () => {
  test('is either rejected with a field error, or normalised and stored so that the downloaded settings file contains exactly that text', async ({
    portal,
  }) => {
    const places: { name: SettingName; path: (string | number)[] }[] = [];
    for (const name of settingNames) {
      const { value } = await readSetting(portal, name);
      const { schema } = settingDefinitions[name];
      for (const path of findTextPaths(value)) {
        if (schema.safeParse(replaceTextAtPath(value, path, 'Any words')).success)
          places.push({ name, path });
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), anyText, async ({ name, path }, text) => {
        const { version, value } = await readSetting(portal, name);
        const changed = replaceTextAtPath(value, path, text);
        const { stored, fields } = await saveText(portal, name, changed, version);
        if (fields) {
          const field = path.join('.');
          expect(fields.some((name) => name === field || field.startsWith(`${name}.`))).toBe(true);
          expect((await readSetting(portal, name)).version).toBe(version);
          return;
        }
        for (const textPath of findTextPaths(stored)) {
          const at = textPath.reduce((part, key) => (part as never)[key], stored);
          expect(at).not.toMatch(unstorable);
        }
        expect(settingDefinitions[name].schema.parse(stored)).toEqual(stored);
        const { files } = await portal.admin.call(getSettingsFiles);
        const file = `${name === 'choices' ? 'department' : name}.yaml`;
        expect(parse(files[file] ?? '')).toMatchObject(stored as object);
      }),
      { numRuns: 40 },
    );
  });
});
