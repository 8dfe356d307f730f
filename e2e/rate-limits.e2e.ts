import type { Locator, Page } from '@playwright/test';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { buildEmailAddress, createUniqueName, testUserPassword } from '#tools/test/people.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { createDialogTestData, type DialogTestData, findButton } from './dialogs/dialog-case.ts';
import { findFeedbackField, findMarksField, findSaveButton } from './faculty-steps.ts';
import { chooseFile, findSection } from './marks-page.ts';
import { expect, withSeparatePortal } from './portal.ts';
import {
  answerEligibilityQuestions,
  fillMember,
  fillProjectFields,
  findMemberRegion,
  findSubmitButton,
  noGroupErrorPattern,
} from './proposal-steps.ts';
import { expectAccessible, type LoginCredentials, openInteractivePage } from './steps.ts';

// The portal refuses the writes of all tests.
const test = withSeparatePortal();

type FormCase = {
  form: string;
  path: string | ((scene: DialogTestData) => string);
  /** If absent, nobody is logged in. */
  person?: (scene: DialogTestData) => LoginCredentials;
  /** Opens the form if necessary and fills it in. */
  fill: (page: Page, scene: DialogTestData) => Promise<unknown>;
  /** Texts of the form that are not values of fields, such as the names of chosen files. */
  texts?: readonly string[];
  submit: (page: Page) => Locator;
  saved: (page: Page, scene: DialogTestData) => Locator;
};

const admin = { person: () => adminCredentials };
const student = { path: '/students', person: ({ student }: DialogTestData) => student };
const supervisor = { person: ({ supervisor }: DialogTestData) => supervisor };
const dialogOf = (page: Page) => page.getByRole('dialog').last();
const firstMember = ({ group }: DialogTestData) => group.fypGroupMembers[0] ?? { name: '' };

const cases: FormCase[] = [
  {
    form: 'a request for an extension',
    ...student,
    fill: async (page) => {
      await findButton(page, 'Request extension: March Monthly Report').click();
      await dialogOf(page).getByLabel('New date').fill('2027-04-15T12:00');
      await dialogOf(page).getByLabel('Reason').fill('Our supervisor is abroad.');
    },
    submit: (page) => findButton(dialogOf(page), 'Request extension'),
    saved: (page) => page.getByText(/^Your request/).first(),
  },
  {
    form: 'a certificate',
    ...student,
    fill: async (page) => {
      await findButton(page, 'Add certificate').click();
      await dialogOf(page).getByLabel('Title').fill('Networks');
      await dialogOf(page).getByRole('combobox', { name: 'Counts for' }).click();
      await page.getByRole('option').first().click();
    },
    submit: (page) => findButton(dialogOf(page), 'Save certificate'),
    saved: (page) => findButton(page, 'Remove Networks'),
  },
  {
    form: 'an upload',
    ...student,
    fill: (page) => chooseFile(findSection(page, 'Thesis'), 'my-thesis.pdf', '', buildPdf()),
    texts: ['my-thesis.pdf'],
    submit: (page) => findSection(page, 'Thesis').getByRole('button', { name: 'Upload thesis' }),
    saved: (page) => page.getByText('THESIS uploaded successfully.'),
  },
  {
    form: 'a proposal',
    path: '/proposal',
    person: ({ newcomer }) => newcomer,
    fill: async (page, { newcomer }) => {
      await answerEligibilityQuestions(page, 'Yes', 'No', 'Yes');
      await fillProjectFields(page, 'A project that must not be lost');
      await fillMember(findMemberRegion(page, 1), newcomer);
    },
    texts: ['proposal.docx', 'fee-proof.pdf'],
    submit: findSubmitButton,
    saved: (page) => page.getByText('A project that must not be lost'),
  },
  {
    form: 'the marks of a group',
    path: ({ groupId }) => `/faculty?tab=semester-7&group=${groupId}`,
    ...supervisor,
    fill: async (page, scene) => {
      await findMarksField(page, firstMember(scene), 'Proposal').fill('8');
      await findFeedbackField(page, firstMember(scene), 'Proposal').fill('Well argued.');
    },
    submit: findSaveButton,
    saved: (page) => page.getByText(/^Marks saved/).first(),
  },
  {
    form: 'the marks of a milestone',
    path: '/board?mark=month1',
    ...supervisor,
    fill: (page, scene) => page.getByLabel(`${firstMember(scene).name}, Month 1: marks`).fill('7'),
    submit: (page) => findButton(page, /^Save and send to/),
    saved: (page) => page.getByText('1 group saved.'),
  },
  {
    form: 'an announcement',
    path: '/announcements',
    ...admin,
    fill: async (page) => {
      await findButton(page, 'New announcement').click();
      await dialogOf(page).getByLabel('Title').fill('Vivas move');
      await dialogOf(page).getByLabel('Text').fill('To room 12.');
      await findButton(dialogOf(page), 'Preview recipients').click();
    },
    submit: (page) => findButton(dialogOf(page), 'Publish now'),
    saved: (page) => page.getByText(/^Published\./).first(),
  },
  {
    form: 'a group',
    path: ({ group }) => `/admin?q=${group.fypGroupName}`,
    ...admin,
    fill: async (page, { group }) => {
      await findButton(page, `Edit ${group.fypGroupName}`).click();
      await dialogOf(page).getByRole('textbox', { name: 'Project title' }).fill('A new title');
    },
    submit: (page) => findButton(dialogOf(page), 'Save changes'),
    saved: (page) => page.getByText('Group updated successfully').first(),
  },
  {
    form: 'a user',
    path: '/admin?tab=users',
    ...admin,
    fill: async (page) => {
      await findButton(page, 'New user').click();
      const name = createUniqueName('Another Admin');
      await dialogOf(page).getByLabel(/^Name/).fill(name);
      await dialogOf(page)
        .getByLabel(/^Email/)
        .fill(buildEmailAddress(name));
      await dialogOf(page)
        .getByLabel(/^Password/)
        .fill('quite a long passphrase');
    },
    submit: (page) => findButton(dialogOf(page), 'Create user'),
    saved: (page) => page.getByText(/created/).first(),
  },
  {
    form: 'a setting',
    path: '/settings/department',
    ...admin,
    fill: (page) => page.getByRole('textbox', { name: /^Room/ }).fill('Block C, room 12'),
    submit: (page) => page.getByRole('button', { name: 'Save', exact: true }),
    saved: (page) => page.getByText('Department: saved.'),
  },
  {
    form: 'a change of deadlines',
    path: ({ group }) => `/board?q=${group.fypGroupName}`,
    ...admin,
    fill: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).check();
      await findButton(page, 'Extend').click();
      await dialogOf(page).getByRole('combobox', { name: 'Deadline' }).click();
      await page.getByRole('option').first().click();
      await dialogOf(page).getByLabel('New date').fill('2030-01-31T23:59');
      await dialogOf(page).getByLabel('Reason').fill('The office was closed.');
      await findButton(dialogOf(page), 'Preview changes').click();
    },
    submit: (page) => findButton(dialogOf(page), /^Change 1 group/),
    saved: (page) =>
      dialogOf(page)
        .getByText(/^Changed for 1 group/)
        .first(),
  },
  {
    form: 'an import',
    path: '/import?of=users',
    ...admin,
    fill: async (page) => {
      const name = createUniqueName('Imported');
      const csv = `Name,Email,Role\r\n${name},${buildEmailAddress(name)},student\r\n`;
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
      await page.getByLabel(/^File of users/).setInputFiles(file);
      await page.getByRole('button', { name: 'Check', exact: true }).click();
    },
    submit: (page) => page.getByRole('button', { name: /^Import 1/ }),
    saved: (page) => page.getByText('Imported', { exact: true }).first(),
  },
  {
    form: 'the login',
    path: '/login',
    fill: async (page, { student: { email } }) => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel(/^Password/).fill(testUserPassword);
    },
    submit: (page) => page.getByRole('button', { name: 'Login', exact: true }),
    saved: (page) => page.getByText('Login successful!'),
  },
];

/** Returns the values of all visible fields of the page in order, except those of file inputs. */
const readFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')]
      .filter((field) => field.type !== 'file' && field.checkVisibility())
      .map(({ name, type, value, checked }) => [name, type, value, checked]),
  );

for (const { form, path, person, fill, texts = [], submit, saved } of cases) {
  test(`${form} that is refused by a rate limit keeps what was typed, says when to try again, and can then be saved`, async ({
    page,
    portal,
    allowed,
  }) => {
    allowed.push(/status of 429/, noGroupErrorPattern);
    const scene = await createDialogTestData(portal.url);
    const address = typeof path === 'string' ? path : path(scene);
    if (person) await openPageAs(page, address, person(scene));
    else await openInteractivePage(page, address);
    await fill(page, scene);
    await expect(submit(page)).toBeEnabled();
    const typed = await readFields(page);
    await portal.refuseWrites(true);
    await submit(page).click();
    await expect(page.getByText(/Please try again in 90 seconds\./).last()).toBeVisible();
    await expect(submit(page)).toBeEnabled();
    // Wait until the toast is closed: the reason must still be shown.
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
    await expect(page.getByText(/Please try again in 90 seconds\./)).toBeVisible();
    expect(await readFields(page)).toEqual(typed);
    for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expectAccessible(page, `${form} after a refusal`);
    await portal.refuseWrites(false);
    await submit(page).click();
    await expect(saved(page, scene)).toBeVisible();
  });
}
