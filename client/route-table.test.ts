import { expect, test } from 'vitest';
import { defaultModules } from '#contract/settings/modules.ts';
import { type Role, roles } from '#contract/values/roles.ts';
import { pages } from './features.ts';
import { decideAccess, findPage, listNavigationPages, redirects } from './route-table.ts';

/** Roles that may open each page. Contains all pages that the specification requires (spec 2), and some others. */
const routeTable = {
  '/': 'anyone',
  '/login': 'anyone',
  '/signup': 'anyone',
  '/developers': 'anyone',
  '/faculty': 'admin, faculty',
  '/students': 'student',
  '/proposal': 'student',
  '/coursera': 'admin, faculty, student',
  '/fypcategories': 'admin, faculty, student',
  '/admin': 'admin',
  '/emails': 'admin',
  '/settings': 'admin',
  '/settings/scheme': 'admin',
  '/settings/cohorts': 'admin',
  '/settings/installation': 'admin',
  '/notices': 'admin, faculty, student',
  '/unsubscribe/:token': 'anyone',
};

test('every page in the specified route table exists and can be opened by exactly the specified roles', () => {
  const table = Object.fromEntries(
    pages.map(({ path, access }) => [
      path,
      access === 'public' ? 'anyone' : [...access].sort().join(', '),
    ]),
  );
  expect(table).toMatchObject(routeTable);
});

test('the short paths that the FAQ mentions redirect to the full paths', () => {
  expect(redirects).toEqual({ '/home': '/', '/courseracourses': '/coursera', '/desk': '/' });
});

test('findPage ignores case and a trailing slash, and returns undefined for an unknown path', () => {
  expect(findPage('/nowhere')).toBeUndefined();
  expect(findPage('/%')).toBeUndefined();
  expect(findPage('/students/x')).toBeUndefined();
  expect(findPage('/home')).toBeUndefined();
  expect(findPage('/Students/')?.path).toBe('/students');
  expect(findPage('/%73tudents')?.path).toBe('/students');
});

const visitors = [undefined, ...roles];

for (const [path, allowed] of Object.entries(routeTable)) {
  for (const role of visitors) {
    const isOpen = allowed === 'anyone' || (role !== undefined && allowed.includes(role));
    const expected = isOpen ? 'open' : role === undefined ? 'log-in' : 'refuse';
    test(`decideAccess for ${path} as ${role ?? 'a visitor'} returns “${expected}”`, () => {
      const page = findPage(path);
      expect(page && decideAccess(page, role, defaultModules)).toBe(expected);
    });
  }
}

test('the navigation bar shows each role’s links in the specified order', () => {
  const bar = (role: Role) =>
    listNavigationPages(role, defaultModules).map(({ path, label }) => `${path} ${label}`);
  expect(bar('student')).toEqual([
    '/ Home',
    '/students Marks',
    '/proposal Proposal Submission',
    '/fypcategories FYP Categories',
    '/coursera Coursera Courses',
    '/developers Developers',
  ]);
  expect(bar('faculty')).toEqual([
    '/ Home',
    '/faculty Faculty',
    '/coursera Coursera Courses',
    '/fypcategories FYP Categories',
    '/developers Developers',
  ]);
  expect(bar('admin')).toEqual([
    '/ Home',
    '/faculty Faculty',
    '/coursera Coursera Courses',
    '/fypcategories FYP Categories',
    '/admin Admin',
    '/developers Developers',
  ]);
});

test('each role’s navigation bar links only to pages that the role may open', () => {
  for (const role of roles) {
    for (const page of listNavigationPages(role, defaultModules))
      expect(decideAccess(page, role, defaultModules)).toBe('open');
  }
});
