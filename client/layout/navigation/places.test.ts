import { describe, expect, it } from 'vitest';
import { pages } from '#client/features.ts';
import { decideAccess, findPage, listNavigationPages } from '#client/route-table.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { defaultModules } from '#contract/settings/modules.ts';
import { type Role, roles } from '#contract/values/roles.ts';
import { findPlace, listPlaces } from './places.ts';

const pathOf = (to: string) => new URL(to, 'http://portal').pathname;
const labelsOf = (role: Role) => listPlaces(role, defaultModules, true).map(({ label }) => label);

/** Pages that are opened from another page, a link or an email. */
const reachedFromElsewhere = [
  paths.login,
  paths.signup,
  paths.groupRoute,
  paths.outcomes,
  paths.unsubscribe(':token'),
];

describe.each(roles)('the places of the role %s', (role) => {
  const places = listPlaces(role, defaultModules, true);

  it.each(places)('lead to a page that the role may open: $label', ({ to }) => {
    const page = findPage(pathOf(to));
    expect(page && decideAccess(page, role, defaultModules)).toBe('open');
  });

  it.each(places)('are found by their own path: $label', (place) => {
    expect(findPlace(places, place.to)).toBe(place);
  });

  it('include, with the navigation bar, every page that the role may open', () => {
    const listed = [
      ...places.map(({ to }) => pathOf(to)),
      ...listNavigationPages(role, defaultModules).map(({ path }) => path),
      ...reachedFromElsewhere,
      ...(role === 'admin' ? [paths.notices] : []),
    ];
    const unlisted = pages.filter(
      (page) =>
        decideAccess(page, role, defaultModules) === 'open' &&
        !listed.includes(page.path) &&
        !page.path.startsWith(`${paths.settings}/`),
    );
    expect(unlisted.map(({ path }) => path)).toEqual([]);
  });
});

it('a place is not listed if its module is switched off', () => {
  const modules = { ...defaultModules, certificates: false };
  expect(labelsOf('faculty')).toContain('Certificates');
  expect(listPlaces('faculty', modules, true).map(({ label }) => label)).not.toContain(
    'Certificates',
  );
});

it.each(['admin', 'faculty'] as const)(
  'vivas are not a place of the role %s if the marking scheme has no viva',
  (role) => {
    const without = listPlaces(role, defaultModules, false).map(({ label }) => label);
    expect(without).toEqual(labelsOf(role).filter((label) => label !== 'Vivas'));
    expect(without.length).toBe(labelsOf(role).length - 1);
  },
);

it.each([
  ['admin', links.missedGroups({ cohort: '2028F' }), 'Board'],
  ['admin', links.externalVivas('2028F'), 'Vivas'],
  ['admin', links.adminUser('a@uni.edu'), 'People'],
  ['admin', links.adminGroup('CS-1'), 'Groups'],
  ['admin', links.cohortSetting('scheme', '2028F'), 'Settings'],
  ['admin', paths.group('CS-1'), 'Groups'],
  ['faculty', links.groupMarks('g-1'), 'Marking'],
  ['faculty', links.externalVivas(), 'Vivas'],
  ['faculty', paths.group('CS-1'), 'Marking'],
  ['admin', links.importOf('groups'), 'Import'],
  ['admin', links.adminTab('audit'), 'Audit'],
  ['student', links.ownDeadlines, 'My group'],
  ['student', paths.home, 'Desk'],
  ['faculty', '/boarding', undefined],
] as const)('for the role %s, %s belongs to the place %s', (role, path, label) => {
  expect(findPlace(listPlaces(role, defaultModules, true), path)?.label).toBe(label);
});

it.each(pages.filter(({ isBelowPlace }) => isBelowPlace))(
  'the page $path is below a place of each role that may open it, and has another path',
  ({ path, access }) => {
    for (const role of roles.filter((each) => access.includes(each))) {
      const place = findPlace(listPlaces(role, defaultModules, true), path);
      expect(place).toBeDefined();
      expect(place && pathOf(place.to)).not.toBe(path);
    }
  },
);
