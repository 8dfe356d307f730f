import type { Page } from '@playwright/test';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import { buildLoginRequests, buildSaveRequests, buildUploadRequests } from './cases.ts';
import type { RequestFactory } from './load/generate.ts';
import type { RecordedPageVisit } from './record-visit.ts';
import type { SeededDepartment } from './seed.ts';

export type VisitScenario = {
  name: string;
  /** Assumed number of visits on a busy day in a department with 100 students. */
  perHundred: number;
  /** Page to open in a browser to record the visit's GET requests. Undefined for visits that only write. */
  page?: RecordedPageVisit;
  /** Requests that are generated instead of recorded, with different values in each replay. */
  writes?: readonly RequestFactory[];
};

const waitForHeading = (page: Page) => page.locator('[data-page-heading]').first().waitFor();

const openPage = (path: string) => async (page: Page) => {
  await page.goto(path);
  await waitForHeading(page);
};

const openGroup = (groupId: string) => async (page: Page) => {
  await page.goto(`/faculty?tab=semester-7&group=${groupId}`);
  await page.getByRole('table').first().waitFor();
};

const buildNoticeCounts =
  (students: SeededDepartment['students']): RequestFactory =>
  (index) => ({
    method: 'GET',
    path: countNotices.path,
    token: students[index % students.length]?.token,
  });

async function searchBoard(page: Page) {
  await openPage('/board')(page);
  await page.getByRole('searchbox').first().fill('campus');
  await page.waitForLoadState('networkidle');
}

/** Builds the visits for a department with one coordinator and one supervisor per twelve students. */
export async function buildVisits(
  department: SeededDepartment,
  url: string,
): Promise<VisitScenario[]> {
  const { students, markedGroups, supervisor, admin } = department;
  const [[student], [group]] = [students, markedGroups];
  if (!student || !group)
    throw new Error('The department has no student, or no group that is markedGroups.');
  const [reader, marker, office] = await Promise.all(
    [student, supervisor, admin].map((person) => createSessionStorageState(url, person)),
  );
  return [
    { name: 'a user logs in', perHundred: 60, writes: [buildLoginRequests(students).portal] },
    { name: 'a visitor reads the home page', perHundred: 60, page: { visit: openPage('/') } },
    {
      name: 'a student reads their desk',
      perHundred: 100,
      page: { storageState: reader, visit: openPage('/') },
    },
    {
      name: 'a student reads their marks',
      perHundred: 200,
      page: { storageState: reader, visit: openPage('/students') },
    },
    {
      name: 'a student uploads 10 MiB',
      perHundred: 5,
      page: { storageState: reader, visit: openPage('/students') },
      writes: [buildUploadRequests(students, 4).portal],
    },
    {
      name: 'a supervisor opens a group and marks it',
      perHundred: 30,
      page: { storageState: marker, visit: openGroup(group.groupId) },
      writes: [buildSaveRequests(markedGroups, 3, 8).portal],
    },
    {
      name: 'the coordinator looks at the board',
      perHundred: 5,
      page: { storageState: office, visit: searchBoard },
    },
    {
      name: 'the coordinator opens the admin panel',
      perHundred: 3,
      page: { storageState: office, visit: openPage('/admin') },
    },
    {
      name: 'a page stays open for ten minutes',
      perHundred: 300,
      writes: Array.from({ length: 10 }, () => buildNoticeCounts(students)),
    },
  ];
}
