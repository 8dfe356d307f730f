import { describe, expect, it } from 'vitest';
import { listPlaces } from '#client/layout/navigation/places.ts';
import { decideAccess, findPage } from '#client/route-table.ts';
import { paths } from '#contract/paths.ts';
import { defaultModules, type Modules } from '#contract/settings/modules.ts';
import { roles } from '#contract/values/roles.ts';
import { filterEntries, listPageEntries } from './entries.ts';
import { listFeatureEntries } from './feature-entries.ts';

const find = (to: string) => findPage(new URL(to, 'http://portal').pathname);

describe.each(roles)('the palette of the role %s', async (role) => {
  const pages = listPageEntries(role, listPlaces(role, defaultModules, true), defaultModules, {
    developers: 'Credits',
  });
  const entries = [
    ...pages,
    ...(await listFeatureEntries('Actions', role, defaultModules)),
    ...(await listFeatureEntries('Settings', role, defaultModules)),
  ];

  it.each(entries)('opens only pages that the role may open: $label', ({ to }) => {
    const page = find(to);
    expect(page && decideAccess(page, role, defaultModules)).toBe('open');
  });

  it('lists each page once, with the label that the department has chosen', () => {
    expect(new Set(pages.map(({ to }) => to)).size).toBe(pages.length);
    expect(pages.find(({ to }) => to === paths.developers)?.label).toBe('Credits');
  });
});

it('entries are found by every word of the query, in any order and in hidden words', () => {
  const entries = [
    { to: '/a', label: 'Import groups', words: 'spreadsheet' },
    { to: '/b', label: 'Groups' },
  ];
  const find = (query: string) => filterEntries(entries, query).map(({ to }) => to);
  expect(find('')).toEqual(['/a', '/b']);
  expect(find('GROUPS')).toEqual(['/a', '/b']);
  expect(find('groups spread')).toEqual(['/a']);
  expect(find('groups x')).toEqual([]);
});

const listSettings = (modules: Modules) => listFeatureEntries('Settings', 'admin', modules);

it('settings are found by the labels of their fields', async () => {
  const entries = await listSettings(defaultModules);
  const find = (query: string) => filterEntries(entries, query).map(({ to }) => to);
  expect(find('logo')).toContain(paths.setting('department'));
  expect(find('eligibility')).toContain(paths.setting('groups'));
  expect(find('weight milestone')).toContain(paths.setting('scheme'));
});

it('the settings of a module that is switched off are not listed', async () => {
  const settingsWith = async (developers: boolean) =>
    (await listSettings({ ...defaultModules, developers })).map(({ to }) => to);
  expect(await settingsWith(true)).toContain(paths.setting('developers'));
  expect(await settingsWith(false)).not.toContain(paths.setting('developers'));
});
