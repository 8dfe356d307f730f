import { expect, test } from 'vitest';
import { roles } from '#contract/endpoint.ts';
import { decide, navigation, pageAt, pages, paths, redirects } from './paths.ts';

/** The route table of the specification (2) and the pages beyond it, by hand: who may open what. */
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
  '/settings/files': 'admin',
  '/notices': 'admin, faculty, student',
  '/unsubscribe/:token': 'anyone',
};

test('the pages of the route table are there, for the people it names', () => {
  const table = Object.fromEntries(
    Object.values(pages).map(({ path, access }) => [
      path,
      access === 'public' ? 'anyone' : [...access].sort().join(', '),
    ]),
  );
  expect(table).toMatchObject(routeTable);
});

test('every link leads to a page', () => {
  const { setting, group, marksOf, importOf, faqAnswer, newStaff, ...others } = paths;
  const links = [
    ...Object.values(others),
    setting('faq', '2028F'),
    group('BSCS-2027-014'),
    importOf('users'),
    marksOf('1'),
    faqAnswer('who-may-propose'),
    newStaff('Dr. A', true),
  ];
  for (const link of links) expect(pageAt(new URL(link, 'http://portal').pathname)).toBeDefined();
  expect(links).toContain('/#faq-who-may-propose');
});

test('the addresses that the FAQ means to work lead to pages', () => {
  expect(redirects).toEqual({ '/home': '/', '/courseracourses': '/coursera' });
});

test('an unknown address is no page, a slash at the end or capitals do not matter', () => {
  expect(pageAt('/nowhere')).toBeUndefined();
  expect(pageAt('/%')).toBeUndefined();
  expect(pageAt('/students/x')).toBeUndefined();
  expect(pageAt('/home')).toBeUndefined();
  expect(pageAt('/Students/')?.path).toBe('/students');
  expect(pageAt('/%73tudents')?.path).toBe('/students');
});

const visitors = [undefined, ...roles];

for (const [path, allowed] of Object.entries(routeTable)) {
  for (const role of visitors) {
    const isOpen = allowed === 'anyone' || (role !== undefined && allowed.includes(role));
    const expected = isOpen ? 'open' : role === undefined ? 'log-in' : 'refuse';
    test(`${path} for ${role ?? 'a visitor'}: ${expected}`, () => {
      const page = pageAt(path);
      expect(page && decide(page, role)).toBe(expected);
    });
  }
}

test('the navigation bar has each role’s links in the order of the specification', () => {
  const bar = (role: keyof typeof navigation) =>
    navigation[role].map((key) => `${pages[key].path} ${pages[key].label}`);
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

test('the navigation bar offers nobody a page that the guard refuses them', () => {
  for (const role of roles) {
    for (const key of navigation[role]) expect(decide(pages[key], role)).toBe('open');
  }
});
