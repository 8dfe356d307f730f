import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { findHome } from '#contract/settings/content.ts';
import { createUser } from '#contract/users.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf, buildZip } from '#tools/test/files/sample-files.ts';
import { type Mailbox, startTestSmtpServer } from '#tools/test/mailbox.ts';
import { buildEmailAddress, createUniqueName, testUserPassword } from '#tools/test/people.ts';
import {
  adminCredentials,
  type RunningPortal,
  startPortalServer,
} from '#tools/test/running-portal.ts';
import { expect, openBrowserContext, test } from './portal.ts';
import { submitLoginForm as fillLogin } from './steps.ts';

const MB = 1024 * 1024;
const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

type Who = { name: string; email: string };

async function sitDown(browser: Browser, portal: RunningPortal): Promise<Page> {
  return (await openBrowserContext(browser, portal)).newPage();
}

async function logIn(page: Page, path: string, email: string) {
  await page.goto(path);
  await fillLogin(page, { email });
  await expect(page.getByText('Login successful!')).toBeVisible();
}

async function signUp(page: Page, name: string, email: string) {
  await page.goto('/signup');
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(testUserPassword);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByText('Registration successful!')).toBeVisible();
  await expect(page).toHaveURL('/login');
}

async function confirm(page: Page, text = '') {
  const link = /\S+\/login#confirm=\S+/.exec(text)?.[0] ?? '';
  await page.goto('/');
  await page.goto(link);
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'Password' }).fill(testUserPassword);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByText('Email confirmed.')).toBeVisible();
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

async function fillMember(page: Page, number: number, texts: Record<string, string>) {
  const member = page.getByRole('region', { name: `Member ${number}` });
  for (const [label, text] of Object.entries(texts)) {
    const field = member.getByLabel(label);
    if (await field.isEditable()) await field.fill(text);
  }
  await member.getByLabel('Fee proof').setInputFiles(file('fee-proof.pdf', buildPdf()));
}

test.describe('the main story', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  let portal: RunningPortal;
  let emails: Mailbox;
  test.beforeAll(async () => {
    emails = await startTestSmtpServer();
    portal = await startPortalServer({ smtpUrl: emails.url, confirmEmail: 'on' });
  });
  test.afterAll(async () => {
    await portal.close();
    await emails.close();
  });

  test(
    'a group submits a proposal, uploads files, and receives marks, a viva result and emails',
    { tag: '@story' },
    async ({ browser }, info) => {
      test.setTimeout(240_000);
      const [leader, mate, supervisor, examiner] = ['Leader', 'Mate', 'Supervisor', 'Examiner'].map(
        (first) => {
          const name = createUniqueName(first);
          return { name, email: buildEmailAddress(name) };
        },
      ) as [Who, Who, Who, Who];
      const office = await new ApiCaller(portal.url).logIn(
        adminCredentials.email,
        adminCredentials.password,
      );
      for (const { name, email } of [supervisor, examiner]) {
        const supervises = name === supervisor.name;
        await office.call(createUser, {
          body: { name, email, role: 'faculty', password: testUserPassword, supervises },
        });
      }

      const student = await sitDown(browser, portal);
      await test.step('the leader signs up, confirms their email and proposes', async () => {
        await signUp(student, leader.name, leader.email);
        const [confirmation] = await emails.waitFor(leader.email);
        await confirm(student, confirmation?.text);
        await logIn(student, '/proposal', leader.email);
        for (const answer of ['Yes', 'No', 'Yes']) {
          await student.getByRole('button', { name: answer, exact: true }).click();
        }
        await student.getByLabel('Project title').fill('A tracker for campus buses');
        await choose(student, 'Program', 'BS Computer Science');
        await choose(student, 'Category', 'App Development');
        await choose(student, 'Supervisor', supervisor.name);
        await student.getByLabel('Proposal file').setInputFiles(file('proposal.pdf', buildPdf()));
        await fillMember(student, 1, {
          'Father name': 'Father One',
          'Roll number': 'F22-9001',
          Phone: '+92 3001234567',
        });
        await student.getByRole('button', { name: 'Add member' }).click();
        await fillMember(student, 2, {
          'Full name': mate.name,
          'Father name': 'Father Two',
          'Roll number': 'F22-9002',
          Email: mate.email,
          Phone: '3017654321',
        });
        await student.getByRole('button', { name: 'Submit proposal' }).click();
        await expect(student.getByText('Group Created Successfully!')).toBeVisible();
        await expect(student.getByText('BSCS-2027-001').first()).toBeVisible();
      });

      const thesis = buildPdf({ title: 'Thesis', bytes: 30 * MB });
      await test.step('the leader uploads thesis, similarity report and code', async () => {
        // Upload from disk, because Playwright is slow at sending 30 MB to the browser.
        const path = info.outputPath('thesis.pdf');
        await writeFile(path, thesis);
        await student.goto('/students');
        for (const [label, button, content] of [
          ['Thesis', 'THESIS', path],
          ['Similarity report', 'SIMILARITY', file('similarity.pdf', buildPdf())],
          ['Project code', 'CODE', file('code.zip', buildZip())],
        ] as const) {
          const card = student.getByRole('region', { name: label, exact: true });
          await card.locator('input[type=file]').setInputFiles(content);
          await card.getByRole('button', { name: /^Upload/ }).click();
          await expect(student.getByText(`${button} uploaded successfully.`)).toBeVisible({
            timeout: 30_000,
          });
        }
      });

      await test.step('the portal keeps all data after a restart', async () => {
        await portal.restart();
        await student.reload();
        await expect(student.getByRole('link', { name: /thesis\.pdf/ }).first()).toBeVisible();
        const href = await student
          .getByRole('link', { name: /thesis\.pdf/ })
          .first()
          .getAttribute('href');
        const opened = await student.request.get(href ?? '');
        expect(sha256(await opened.body())).toBe(sha256(thesis));
      });

      await test.step('the admin names the examiner in the panel', async () => {
        const groups = await office.fetch('/api/auth/getgroups');
        const { groups: listed } = await groups.json();
        const { _id, version } = listed[0];
        const saved = await office.fetch(`/api/auth/update/${_id}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ version, externalExaminer: examiner.name }),
        });
        expect(saved.status).toBe(200);
      });

      await test.step('the supervisor marks Semester 7', async () => {
        const page = await sitDown(browser, portal);
        await logIn(page, '/faculty', supervisor.email);
        await choose(page, 'Group', 'BSCS-2027-001');
        await page
          .getByRole('textbox', { name: `${leader.name}: Proposal`, exact: true })
          .fill('9');
        await page
          .getByRole('textbox', { name: `${leader.name}: feedback on Proposal` })
          .fill('A clear plan <b>for</b> the leader.');
        await page
          .getByRole('textbox', { name: `${mate.name}: Proposal`, exact: true })
          .fill('7.5');
        await page.getByRole('button', { name: 'Save Marks & Send Email' }).click();
        await expect(page.getByText('Marks saved and email sent').first()).toBeVisible();
        await page.context().close();
      });

      await test.step('the examiner records the viva', async () => {
        const page = await sitDown(browser, portal);
        await logIn(page, '/faculty?tab=external-viva', examiner.email);
        await choose(page, 'Group', 'BSCS-2027-001');
        await page
          .getByRole('textbox', { name: `${leader.name}: External viva`, exact: true })
          .fill('36');
        await page
          .getByRole('textbox', { name: `${mate.name}: External viva`, exact: true })
          .fill('33');
        await page.getByLabel('Viva date').fill('2026-11-06');
        await page.getByRole('radio', { name: 'Pass' }).check();
        await page.getByRole('textbox', { name: 'Overall feedback' }).fill('A convincing viva.');
        await page.getByRole('button', { name: 'Save Marks & Send Email' }).click();
        await expect(page.getByText('Marks saved and email sent').first()).toBeVisible();
        await page.context().close();
      });

      await test.step('the mate, the supervisor, the office and the examiner get emails about the group', async () => {
        const subjects = async (address: string) =>
          (await emails.waitFor(address)).map(({ subject }) => subject);
        const { department } = await office.call(findHome);
        expect(await subjects(mate.email)).toContain('BSCS-2027-001: you were added as a member');
        expect(await subjects(supervisor.email)).toContain(
          'BSCS-2027-001: a new proposal names you as supervisor',
        );
        expect(await subjects(department.office.email)).toEqual(['BSCS-2027-001: new proposal']);
        await expect
          .poll(() => emails.to(examiner.email).map(({ subject }) => subject))
          .toContain('BSCS-2027-001: you were added as external examiner');
      });

      await test.step('each member’s emails contain only their own marks', async () => {
        // The leader gets a confirmation, the name of the examiner, three receipts and two emails about marks.
        await emails.waitFor(leader.email, 7);
        await emails.waitFor(mate.email, 4);
        const leaderEmails = emails.to(leader.email);
        const receipts = leaderEmails.filter(({ subject }) => subject?.includes(' received: '));
        expect(receipts).toHaveLength(3);
        const receipt = receipts.find(({ subject }) => subject?.startsWith('Thesis received'));
        expect(receipt?.text).toContain(sha256(thesis));
        const [, , marks, viva] = leaderEmails.filter((email) => !receipts.includes(email));
        expect(marks?.text).toContain('Proposal: 9 of 10');
        expect(marks?.text).toContain('A clear plan <b>for</b> the leader.');
        expect(marks?.html).toContain('A clear plan &lt;b&gt;for&lt;/b&gt; the leader.');
        expect(marks?.text).not.toContain('7.5');
        expect(viva?.text).toContain('External viva: 36 of 40');
        expect(viva?.text).toContain('Status: pass');
        const [, , mateMarks, mateViva] = emails.to(mate.email);
        expect(mateMarks?.text).toContain('Proposal: 7.5 of 10');
        expect(mateMarks?.text).not.toContain('A clear plan');
        expect(mateViva?.text).toContain('External viva: 33 of 40');
        expect(mateViva?.text).toContain('A convincing viva.');
        expect(marks?.text).toContain(`${portal.url}/students`);
      });

      await test.step('the leader sees their marks; the mate signs up and sees their own', async () => {
        await student.reload();
        const leaderMarks = student.getByRole('table', { name: 'Assessment marks' });
        await expect(leaderMarks.getByRole('row', { name: 'Proposal' })).toContainText('9 of 10');
        await expect(student.getByText('A convincing viva.')).toBeVisible();
        await expect(student.getByText('7.5 of 10')).toHaveCount(0);

        const page = await sitDown(browser, portal);
        await signUp(page, mate.name, mate.email);
        await logIn(page, '/students', mate.email);
        await expect(page.getByText('Confirm your email first')).toBeVisible();
        const [, , , , email] = await emails.waitFor(mate.email, 5);
        expect(email?.text).toContain('/login#confirm=');
        await confirm(page, email?.text);
        await expect(page.getByLabel('Email')).toHaveValue(mate.email);
        await logIn(page, '/students', mate.email);
        const table = page.getByRole('table', { name: 'Assessment marks' });
        await expect(table.getByRole('row', { name: 'Proposal' })).toContainText('7.5 of 10');
      });
    },
  );
});
