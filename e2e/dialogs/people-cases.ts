import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { links } from '#contract/links.ts';
import { addMessage } from '#contract/messages/discussion.ts';
import { findFeedbackField, findMarksField } from '#e2e/faculty-steps.ts';
import { answerEligibilityQuestions, createFilePayload } from '#e2e/proposal-steps.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { type DialogCase, type DialogTestData, findButton } from './dialog-case.ts';

const marchReport = 'Request extension: March Monthly Report';

const byStudent = { path: '/students', person: ({ student }: DialogTestData) => student };
const bySupervisor = {
  path: ({ groupId }: DialogTestData) => `/faculty?tab=semester-7&group=${groupId}`,
  person: ({ supervisor }: DialogTestData) => supervisor,
};
const memberOf = ({ group }: DialogTestData, index: number) =>
  group.fypGroupMembers[index] ?? { name: '' };

async function addCertificate(page: Page) {
  await findButton(page, 'Add certificate').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Databases');
  await dialog.getByRole('combobox', { name: 'Counts for' }).click();
  await page.getByRole('option').first().click();
  await findButton(dialog, 'Save certificate').click();
}

export const studentDialogCases: DialogCase[] = [
  {
    ...byStudent,
    file: 'submissions/extension-dialog.tsx',
    trigger: (page) => findButton(page, marchReport),
    save: async (layer) => {
      await layer.getByLabel('New date').fill('2027-04-15T12:00');
      await layer.getByLabel('Reason').fill('Our supervisor is abroad.');
      await findButton(layer, 'Request extension').click();
    },
    removesTrigger: true,
  },
  {
    ...byStudent,
    file: 'certificates/certificate-dialog.tsx',
    trigger: (page) => findButton(page, 'Add certificate'),
    save: async (layer, page) => {
      await layer.getByLabel('Title').fill('Networks');
      await layer.getByRole('combobox', { name: 'Counts for' }).click();
      await page.getByRole('option').first().click();
      await findButton(layer, 'Save certificate').click();
    },
  },
  {
    ...byStudent,
    file: 'certificates/own-certificates.tsx',
    prepare: addCertificate,
    trigger: (page) => findButton(page, 'Remove Databases'),
    save: (layer) => findButton(layer, 'Remove').click(),
    removesTrigger: true,
  },
];

export const discussionDialogCases: DialogCase[] = [
  {
    path: ({ group }) => links.discussion(group.fypGroupName),
    person: ({ student }) => student,
    arrange: ({ student, groupId }) =>
      student.caller.call(addMessage, {
        params: { groupId, thread: 'group' },
        body: { messageId: randomUUID(), text: 'When is the viva?' },
      }),
    file: 'discussion/remove-dialog.tsx',
    trigger: (page) => findButton(page, 'Remove'),
    save: (layer) => findButton(layer, 'Remove').click(),
    removesTrigger: true,
  },
];

export const supervisorDialogCases: DialogCase[] = [
  {
    ...bySupervisor,
    file: 'marks/marks-form.tsx',
    prepare: (page, scene) => findMarksField(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => findButton(page, 'Discard'),
    save: (layer) => findButton(layer, 'Discard').click(),
    removesTrigger: true,
  },
  {
    ...bySupervisor,
    file: 'marks/grid/copy-feedback.tsx',
    prepare: async (page, scene) => {
      await findFeedbackField(page, memberOf(scene, 0), 'Month 1').fill('On time.');
      await findFeedbackField(page, memberOf(scene, 1), 'Month 1').fill('Late.');
    },
    trigger: (page, scene) =>
      findButton(page, `Copy ${memberOf(scene, 0).name}’s feedback on Month 1 to all members`),
    save: (layer) => findButton(layer, 'Replace it').click(),
  },
  {
    ...bySupervisor,
    file: 'ui/dialog/leave-dialog.tsx',
    prepare: (page, scene) => findMarksField(page, memberOf(scene, 0), 'Proposal').fill('6'),
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
  {
    path: '/board?mark=month1',
    person: ({ supervisor }) => supervisor,
    file: 'marks/milestone/email-previews.tsx',
    prepare: (page, scene) =>
      page.getByLabel(`${memberOf(scene, 0).name}, Month 1: marks`).fill('7'),
    trigger: (page) => findButton(page, 'Preview emails'),
  },
  {
    path: '/board?mark=month1',
    person: ({ supervisor }) => supervisor,
    file: 'marks/milestone/milestone-marking.tsx',
    prepare: (page, scene) =>
      page.getByLabel(`${memberOf(scene, 0).name}, Month 1: marks`).fill('7'),
    trigger: (page) => page.getByRole('link', { name: 'Back to the board' }),
  },
];

async function beginProposal(page: Page) {
  await answerEligibilityQuestions(page, 'Yes', 'No', 'Yes');
  await page.getByLabel('Project title').fill('Half a title');
}

const byNewcomer = { path: '/proposal', person: ({ newcomer }: DialogTestData) => newcomer };

export const proposalDialogCases: DialogCase[] = [
  {
    ...byNewcomer,
    file: 'proposals/draft-note.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      await page.reload();
    },
    trigger: (page) => findButton(page, 'Start over'),
    save: (layer) => findButton(layer, 'Start over').click(),
    removesTrigger: true,
  },
  {
    ...byNewcomer,
    file: 'proposals/members.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      const region = page.getByRole('region', { name: 'Member 2' });
      if (!(await region.isVisible())) await findButton(page, /^Add/).click();
      await region.getByLabel('Full name').fill('Sara Ali');
    },
    trigger: (page) => findButton(page, 'Remove member 2'),
    save: (layer) => findButton(layer, 'Remove').click(),
    removesTrigger: true,
  },
  {
    ...byNewcomer,
    file: 'proposals/proposal-form.tsx',
    prepare: async (page) => {
      await beginProposal(page);
      await page
        .getByLabel('Proposal file')
        .setInputFiles(createFilePayload('proposal.pdf', buildPdf()));
    },
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
];
