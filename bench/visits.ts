import type { Page } from '@playwright/test';
import { countNotices } from '#contract/notices.ts';
import { storageOf } from '#tools/test/browser-session.ts';
import { logins, saves, uploads } from './cases.ts';
import type { Requests } from './load/generate.ts';
import type { Open } from './record-visit.ts';
import type { Department } from './seed.ts';

/** Why somebody comes, and what it makes the server do. */
export type Visit = {
  name: string;
  /** How often a hundred students cause it on a busy day: assumed, as nobody has recorded a department's yet. */
  perHundred: number;
  /** What is recorded; without it there are only writes. */
  open?: Open;
  /** What is written then, another time each time. */
  writes?: readonly Requests[];
};

const heading = (page: Page) => page.locator('[data-page-heading]').first().waitFor();

/** Opens a page by its address, and looks at it until what it shows is there. */
const pageAt = (path: string) => async (page: Page) => {
  await page.goto(path);
  await heading(page);
};

const groupAt = (groupId: string) => async (page: Page) => {
  await page.goto(`/faculty?tab=semester-7&group=${groupId}`);
  await page.getByRole('table').first().waitFor();
};

const unread =
  (students: Department['students']): Requests =>
  (index) => ({
    ...{ method: 'GET', path: countNotices.path },
    token: students[index % students.length]?.token,
  });

async function searchBoard(page: Page) {
  await pageAt('/board')(page);
  await page.getByRole('searchbox').first().fill('campus');
  await page.waitForLoadState('networkidle');
}

/** One supervisor for twelve students, and a coordinator for all. */
export async function visitsOf(department: Department, url: string): Promise<Visit[]> {
  const { students, marked, supervisor, admin } = department;
  const [[student], [group]] = [students, marked];
  if (!student || !group)
    throw new Error('The department has no student, or no group that is marked.');
  const [reader, marker, office] = await Promise.all(
    [student, supervisor, admin].map((person) => storageOf(url, person)),
  );
  return [
    { name: 'somebody logs in', perHundred: 60, writes: [logins(students).portal] },
    { name: 'a visitor reads the home page', perHundred: 60, open: { visit: pageAt('/') } },
    {
      ...{ name: 'a student reads their desk', perHundred: 100 },
      open: { storageState: reader, visit: pageAt('/desk') },
    },
    {
      ...{ name: 'a student reads their marks', perHundred: 200 },
      open: { storageState: reader, visit: pageAt('/students') },
    },
    {
      ...{ name: 'a student uploads 10 MiB', perHundred: 5 },
      open: { storageState: reader, visit: pageAt('/students') },
      writes: [uploads(students, 4).portal],
    },
    {
      ...{ name: 'a supervisor opens a group and marks it', perHundred: 30 },
      open: { storageState: marker, visit: groupAt(group.groupId) },
      writes: [saves(marked, 3, 8).portal],
    },
    {
      ...{ name: 'the coordinator looks at the board', perHundred: 5 },
      open: { storageState: office, visit: searchBoard },
    },
    {
      ...{ name: 'the coordinator opens the admin panel', perHundred: 3 },
      open: { storageState: office, visit: pageAt('/admin') },
    },
    {
      ...{ name: 'a page stays open for ten minutes', perHundred: 300 },
      writes: Array.from({ length: 10 }, () => unread(students)),
    },
  ];
}
