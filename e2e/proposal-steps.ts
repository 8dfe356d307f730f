import type { Locator, Page } from '@playwright/test';
import { submitProposal } from '#contract/students/proposals.ts';
import { openPageAs } from '#tools/test/browser/browser-session.ts';
import { buildDocx, buildPdf } from '#tools/test/files/sample-files.ts';
import { groupRules } from '#tools/test/group-rules.ts';
import { buildMember, type Person } from '#tools/test/people.ts';
import { expect } from './portal.ts';

export const [first = '', second = '', third = ''] = groupRules.eligibility.map(
  ({ question }) => question,
);
/** Matches the error that the browser logs if the student has no group, because the reply is then 404. */
export const noGroupErrorPattern = /status of 404 .*\/api\/auth\/group\//;

export async function openProposalPage(page: Page, person: Person) {
  await openPageAs(page, '/proposal', person);
  await expect(page.getByRole('heading', { name: 'Proposal submission' })).toBeVisible();
}

export async function answerEligibilityQuestions(page: Page, ...answers: ('Yes' | 'No')[]) {
  for (const name of answers) await page.getByRole('button', { name, exact: true }).click();
}

export async function openProposalForm(page: Page, student: Person) {
  await openProposalPage(page, student);
  await answerEligibilityQuestions(page, 'Yes', 'No', 'Yes');
  await expect(page.getByRole('form', { name: 'Group proposal' })).toBeVisible();
}

export const findMemberRegion = (page: Page, number: number) =>
  page.getByRole('region', { name: `Member ${number}` });

export const createFilePayload = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });

export async function chooseOption(page: Page, label: string, search: string, option = search) {
  await page.getByRole('combobox', { name: label }).fill(search);
  await page.getByRole('option', { name: option }).click();
}

export async function fillProjectFields(page: Page, title: string) {
  await page.getByLabel('Project title').fill(title);
  await chooseOption(page, 'Program', 'software', 'BS Software Engineering (BSSE)');
  await chooseOption(page, 'Category', 'IOT');
  await chooseOption(page, 'Supervisor', 'oth', 'Other (the FYP office assigns one later)');
  await page
    .getByLabel('Proposal file')
    .setInputFiles(createFilePayload('proposal.docx', buildDocx()));
}

/** Fills in the fields of a member. */
export async function fillMember(region: Locator, person: { name: string; email: string }) {
  const { fathername, roll, phone } = buildMember(person);
  for (const [label, text] of [
    ['Full name', person.name],
    ['Father name', fathername],
    ['Roll number', roll],
    ['Phone', phone],
    ['Email', person.email],
  ] as const) {
    await region.getByLabel(label).fill(text);
  }
  await region
    .getByLabel('Fee proof')
    .setInputFiles(createFilePayload('fee-proof.pdf', buildPdf()));
}

export const findSubmitButton = (page: Page) =>
  page.getByRole('button', { name: 'Submit proposal' });

export function recordProposalRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === submitProposal.path) sent.push(request.url());
  });
  return sent;
}
