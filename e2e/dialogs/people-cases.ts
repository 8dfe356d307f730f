import type { Page } from '@playwright/test';
import { feedback, marks } from '#e2e/faculty-steps.ts';
import { answer, file } from '#e2e/proposal-steps.ts';
import { pdf } from '#tools/test/files/sample-files.ts';
import { button, type DialogCase, type DialogTestData } from './dialog-case.ts';

const marchReport = 'Request extension: March Monthly Report';

const byStudent = { path: '/students', person: ({ student }: DialogTestData) => student };
const bySupervisor = {
  path: ({ groupId }: DialogTestData) => `/faculty?tab=semester-7&group=${groupId}`,
  person: ({ supervisor }: DialogTestData) => supervisor,
};
const memberOf = ({ group }: DialogTestData, index: number) =>
  group.fypGroupMembers[index] ?? { name: '' };

async function addCertificate(page: Page) {
  await button(page, 'Add certificate').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Databases');
  await dialog.getByRole('combobox', { name: 'Counts for' }).click();
  await page.getByRole('option').first().click();
  await button(dialog, 'Save certificate').click();
}

export const studentCases: DialogCase[] = [
  {
    ...byStudent,
    file: 'submissions/extension-dialog.tsx',
    trigger: (page) => button(page, marchReport),
    save: async (layer) => {
      await layer.getByLabel('New date').fill('2027-04-15T12:00');
      await layer.getByLabel('Reason').fill('Our supervisor is abroad.');
      await button(layer, 'Request extension').click();
    },
    removesTrigger: true,
  },
  {
    ...byStudent,
    file: 'certificates/certificate-dialog.tsx',
    trigger: (page) => button(page, 'Add certificate'),
    save: async (layer, page) => {
      await layer.getByLabel('Title').fill('Networks');
      await layer.getByRole('combobox', { name: 'Counts for' }).click();
      await page.getByRole('option').first().click();
      await button(layer, 'Save certificate').click();
    },
  },
  {
    ...byStudent,
    file: 'certificates/own-certificates.tsx',
    prepare: addCertificate,
    trigger: (page) => button(page, 'Remove Databases'),
    save: (layer) => button(layer, 'Remove').click(),
    removesTrigger: true,
  },
];

export const supervisorCases: DialogCase[] = [
  {
    ...bySupervisor,
    file: 'marks/marks-form.tsx',
    prepare: (page, scene) => marks(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => button(page, 'Discard'),
    save: (layer) => button(layer, 'Discard').click(),
    removesTrigger: true,
  },
  {
    ...bySupervisor,
    file: 'marks/grid/copy-feedback.tsx',
    prepare: async (page, scene) => {
      await feedback(page, memberOf(scene, 0), 'Month 1').fill('On time.');
      await feedback(page, memberOf(scene, 1), 'Month 1').fill('Late.');
    },
    trigger: (page, scene) =>
      button(page, `Copy ${memberOf(scene, 0).name}’s feedback on Month 1 to all members`),
    save: (layer) => button(layer, 'Replace it').click(),
  },
  {
    ...bySupervisor,
    file: 'ui/dialog/leave-dialog.tsx',
    prepare: (page, scene) => marks(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
  {
    path: '/board?mark=month1',
    person: ({ supervisor }) => supervisor,
    file: 'marks/milestone/email-previews.tsx',
    prepare: (page, scene) =>
      page.getByLabel(`${memberOf(scene, 0).name}, Month 1: marks`).fill('7'),
    trigger: (page) => button(page, 'Preview emails'),
  },
  {
    path: '/board?mark=month1',
    person: ({ supervisor }) => supervisor,
    file: 'marks/milestone/milestone-screen.tsx',
    prepare: (page, scene) =>
      page.getByLabel(`${memberOf(scene, 0).name}, Month 1: marks`).fill('7'),
    trigger: (page) => page.getByRole('link', { name: 'Back to the board' }),
  },
];

async function beginProposal(page: Page) {
  await answer(page, 'Yes', 'No', 'Yes');
  await page.getByLabel('Project title').fill('Half a title');
}

const byNewcomer = { path: '/proposal', person: ({ newcomer }: DialogTestData) => newcomer };

export const proposalCases: DialogCase[] = [
  {
    ...byNewcomer,
    file: 'proposals/draft-note.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      await page.reload();
    },
    trigger: (page) => button(page, 'Start over'),
    save: (layer) => button(layer, 'Start over').click(),
    removesTrigger: true,
  },
  {
    ...byNewcomer,
    file: 'proposals/members.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      const region = page.getByRole('region', { name: 'Member 2' });
      if (!(await region.isVisible())) await button(page, /^Add/).click();
      await region.getByLabel('Full name').fill('Sara Ali');
    },
    trigger: (page) => button(page, 'Remove member 2'),
    save: (layer) => button(layer, 'Remove').click(),
    removesTrigger: true,
  },
  {
    ...byNewcomer,
    file: 'proposals/proposal-form.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      await page.getByLabel('Proposal file').setInputFiles(file('proposal.pdf', pdf()));
    },
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
];
