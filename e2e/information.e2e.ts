import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addCertificate } from '#contract/students/certificates.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildPng } from '#tools/test/files/sample-files.ts';
import { createGroup, registerStudent } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { expect, test } from './portal.ts';
import { logInAsAdmin } from './steps.ts';

test('courses can be searched and collapsed, and their details can be shown and hidden', {
  tag: '@story',
}, async ({ page, portal }) => {
  await openPageAs(page, '/coursera', await registerStudent(new ApiCaller(portal.url)));
  await expect(page).toHaveTitle('Coursera courses · FYP Portal');
  const python = page.getByRole('button', { name: /^Python/ });
  await expect(python).toHaveAttribute('aria-expanded', 'true');
  const course = page.getByRole('listitem').filter({ hasText: 'Crash Course on Python' });
  await expect(course.getByText('Counts for Python')).toBeVisible();
  const link = course.getByRole('link', { name: 'Crash Course on Python' });
  await expect(link).toHaveAttribute('href', 'https://www.coursera.org/learn/python-crash-course');
  await expect(link).toHaveAttribute('rel', 'noreferrer');
  await course.getByRole('button', { name: 'Show details' }).click();
  await expect(course.getByText('about 30 hours')).toBeVisible();
  await course.getByRole('button', { name: 'Hide details' }).click();
  await expect(course.getByText('about 30 hours')).toBeHidden();
  await python.click();
  await expect(course).toBeHidden();

  const search = page.getByRole('searchbox', { name: 'Search courses' });
  await search.fill('kotlin');
  await expect(page.getByText('1 course matches')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Programming Fundamentals in Kotlin' }),
  ).toBeVisible();
  await expect(page).toHaveURL('/coursera?q=kotlin');
  await search.fill('cobol');
  await expect(page.getByText('No matching courses')).toBeVisible();
});

test('the course page shows a student the certificates that they have listed on their page, and others only the rule', async ({
  page,
  openPage,
  portal,
}) => {
  const { groupId, student } = await createGroup(await logInAsAdmin(portal.url), { members: 1 });
  const body = { title: 'Python for Everybody', provider: 'Michigan', countsFor: 'python' };
  await student.caller.call(addCertificate, { params: { groupId }, body });
  await openPageAs(page, '/coursera', student);
  const required = page.getByRole('list', { name: 'Required certificates' });
  await expect(required.getByRole('listitem').filter({ hasText: 'Python' })).toContainText(
    'listed',
  );
  await expect(required.getByRole('listitem').filter({ hasText: 'Java' })).toContainText('missing');
  await page.getByRole('link', { name: 'List or change your certificates' }).click();
  await expect(page).toHaveURL('/students#certificates');

  const other = await openPage();
  await openPageAs(other, '/coursera', await registerStudent(new ApiCaller(portal.url)));
  await expect(other.getByRole('heading', { name: 'Required certificates' })).toBeVisible();
  await expect(other.getByRole('link', { name: /your certificates/ })).toHaveCount(0);
});

test('categories can be searched by title and link to the courses', async ({ page, portal }) => {
  await openPageAs(page, '/fypcategories', await registerStudent(new ApiCaller(portal.url)));
  await expect(page.getByRole('article')).toHaveCount(4);
  const app = page.getByRole('article', { name: 'App Development' });
  await expect(app.getByRole('listitem').filter({ hasText: 'Kotlin' })).toBeVisible();
  await expect(app).toContainText('Dr. Usman Tariq');

  const search = page.getByRole('searchbox', { name: 'Search by title' });
  await search.fill('NETWORK');
  await expect(page.getByRole('article')).toHaveCount(1);
  // "Kotlin" occurs in the tools of a category, but not in a title.
  await search.fill('kotlin');
  await expect(page.getByText('No matching categories')).toBeVisible();
  await page.getByRole('link', { name: 'list of online courses' }).click();
  await expect(page).toHaveURL('/coursera');
  await page.goBack();
  await expect(search).toHaveValue('kotlin');
});

function noise(side: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + side * side * 3, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, randomBytes(side * side * 3)]);
}

const form = (page: Page) => page.getByRole('region', { name: 'Add a developer' });
const add = (page: Page) => page.getByRole('button', { name: 'Add developer' });
const photo = (page: Page, name: string, buffer: Buffer) =>
  form(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });

async function fillDeveloper(page: Page, name: string) {
  await form(page).getByLabel('Name').fill(name);
  await form(page).getByLabel('Role').fill('Tester');
  await form(page).getByLabel('Bio').fill('Tests what others write.');
  await form(page).getByLabel('Year').fill('2027');
}

const storedDevelopers = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('developers') ?? 'null'));

test('an admin adds a developer entry, which is kept in the browser’s storage, and removes it again', {
  tag: '@story',
}, async ({ page }) => {
  await openPageAs(page, '/developers', adminCredentials);
  await add(page).click();
  for (const label of ['Name', 'Role', 'Bio', 'Year', 'Photo']) {
    await expect(form(page).getByText(`${label} is required.`)).toBeVisible();
  }
  await fillDeveloper(page, 'Noor Fatima');
  await photo(page, 'photo.png', buildPdf());
  await add(page).click();
  await expect(form(page).getByText('This file is not a picture.')).toBeVisible();
  expect(await storedDevelopers(page)).toBeNull();

  await photo(page, 'photo.png', noise(1200));
  await add(page).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Noor Fatima' });
  await expect(entry).toContainText('Tests what others write.');
  const [stored, ...otherEntries] = await storedDevelopers(page);
  expect(otherEntries).toEqual([]);
  expect(Object.keys(stored)).toEqual(['name', 'role', 'bio', 'year', 'photo']);
  expect(stored.photo).toMatch(/^data:image\/jpeg;base64,/);
  expect(stored.photo.length).toBeLessThanOrEqual(200_000);
  await expect(form(page).getByLabel('Name')).toHaveValue('');

  await entry.getByRole('button', { name: 'Remove Noor Fatima' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(entry).toHaveCount(0);
  expect(await storedDevelopers(page)).toEqual([]);
});

test('adding a developer shows an error if the browser’s storage is full, and keeps the input', async ({
  page,
}) => {
  await openPageAs(page, '/developers', adminCredentials);
  await page.evaluate(() => {
    for (let size = 2 ** 20; size >= 1; size /= 2) {
      try {
        for (let n = 0; ; n++) localStorage.setItem(`fill-${size}-${n}`, 'x'.repeat(size));
      } catch {
        // The storage has no space for another item of this size. Continue with a smaller size.
      }
    }
  });
  await fillDeveloper(page, 'Noor Fatima');
  await photo(page, 'photo.png', buildPng({ width: 64, height: 64 }));
  await add(page).click();
  await expect(form(page).getByRole('alert')).toContainText('storage is full');
  await expect(form(page).getByLabel('Bio')).toHaveValue('Tests what others write.');
  await expect(form(page).getByText('photo.png', { exact: true })).toBeVisible();

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('fill-')) localStorage.removeItem(key);
    }
  });
  await add(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Noor Fatima' })).toBeVisible();
});
