import { updateGroup } from '#contract/admin/group-edits.ts';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { askExtension, listSubmissions } from '#contract/submissions.ts';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { type DialogCase, type DialogTestData, findButton } from './dialog-case.ts';

const byAdmin = { person: () => adminCredentials };
const ofGroup = (path: string) => (scene: DialogTestData) =>
  `${path}?q=${scene.group.fypGroupName}`;
const nameOf = ({ group }: DialogTestData) => group.fypGroupName;
const groups = { ...byAdmin, path: ofGroup('/admin') };
const announcements = {
  ...byAdmin,
  path: '/announcements',
  arrange: ({ office, group }: DialogTestData) =>
    office.call(addAnnouncement, {
      body: {
        cohort: '2027',
        title: `Viva of ${group.fypGroupName}`,
        text: 'Room 12.',
        audience: { to: 'cohort' },
        roles: ['student'],
        byEmail: false,
        publishAt: null,
        shownUntil: null,
        dryRun: false,
      },
    }),
};
const cohorts = { ...byAdmin, path: '/settings/cohorts' };

export const adminDialogCases: DialogCase[] = [
  {
    ...groups,
    file: 'groups/admin/group-history.tsx',
    prepare: (page, scene) => findButton(page, new RegExp(`^${nameOf(scene)}`)).click(),
    trigger: (page) => findButton(page, 'History'),
  },
  {
    ...groups,
    file: 'documents/removal-dialog.tsx',
    prepare: (page, scene) => findButton(page, new RegExp(`^${nameOf(scene)}`)).click(),
    trigger: (page, scene) => findButton(page, `Remove Proposal of ${nameOf(scene)}, version 1`),
    save: async (layer) => {
      await layer.getByLabel(/^Reason/).fill('It belongs to another group.');
      await findButton(layer, 'Remove permanently').click();
    },
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: (scene) => `/groups/${nameOf(scene)}`,
    file: 'groups/people/change-dialog.tsx',
    trigger: (page) => findButton(page, 'Change people'),
  },
  {
    ...groups,
    file: 'groups/editor/group-editor-dialog.tsx',
    trigger: (page, scene) => findButton(page, `Edit ${nameOf(scene)}`),
    save: async (layer) => {
      await layer.getByLabel(/^Project title/).fill('Another title');
      await findButton(layer, /^Save/).click();
    },
  },
  {
    ...groups,
    file: 'groups/admin/award-dialog.tsx',
    trigger: (page) => findButton(page, 'More'),
    item: 'Award list…',
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'groups/admin/group-figures.tsx',
    arrange: ({ office, groupId }) =>
      office.call(updateGroup, { params: { groupId }, body: { supervisor: 'Dr Nobody Known' } }),
    trigger: (page) => findButton(page, /whose supervisor has no account$/),
  },
  {
    ...groups,
    file: 'groups/admin/delete-group.tsx',
    trigger: (page, scene) => findButton(page, `Delete ${nameOf(scene)}`),
    save: (layer) => findButton(layer, 'Delete').click(),
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: '/admin?tab=users',
    file: 'users/new-user.tsx',
    trigger: (page) => findButton(page, 'New user'),
    save: async (layer) => {
      await layer.getByLabel(/^Name/).fill('Another Admin');
      await layer.getByLabel(/^Email/).fill('another.admin@university.test');
      await layer.getByLabel(/^Password/).fill('quite a long passphrase');
      await findButton(layer, 'Create user').click();
    },
  },
  {
    ...byAdmin,
    path: ({ examiner }) => `/admin?tab=users&q=${examiner.email}`,
    file: 'users/account-dialog.tsx',
    trigger: (page, { examiner }) => findButton(page, `Block ${examiner.name}`),
    save: (layer) => findButton(layer, 'Block').click(),
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'layout/navigation/user-menu.tsx',
    trigger: (page) => findButton(page, /^Account:/),
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'account/account-dialog.tsx',
    trigger: (page) => findButton(page, /^Account:/),
    item: 'Password and sessions',
    name: 'Password and sessions',
  },
  {
    ...byAdmin,
    path: '/admin',
    file: 'layout/navigation/nav-drawer.tsx',
    prepare: (page) => page.setViewportSize({ width: 400, height: 800 }),
    trigger: (page) => findButton(page, 'Menu'),
  },
  {
    ...byAdmin,
    path: '/emails',
    file: 'emails/email-preview.tsx',
    trigger: (page) => findButton(page, /^View the email/),
  },
  {
    ...byAdmin,
    path: '/announcements',
    file: 'announcements/announcement-dialog.tsx',
    trigger: (page) => findButton(page, 'New announcement'),
  },
  {
    ...announcements,
    file: 'announcements/announcement-sheet.tsx',
    trigger: (page, scene) => findButton(page, `View Viva of ${nameOf(scene)}`),
  },
  {
    ...announcements,
    file: 'announcements/withdraw-button.tsx',
    trigger: (page, scene) => findButton(page, `Withdraw Viva of ${nameOf(scene)}`),
    save: (layer) => findButton(layer, 'Withdraw announcement').click(),
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: ({ examiner }) => `/admin?tab=users&q=${examiner.email}`,
    file: 'users/unsaved-user.tsx',
    prepare: async (page, { examiner }) => {
      await findButton(page, `Edit ${examiner.name}`).click();
      await page.getByLabel(/^Name/).fill('Another Name');
    },
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
  {
    ...byAdmin,
    path: '/desk',
    file: 'submissions/extension-requests.tsx',
    arrange: async ({ student, groupId }) => {
      const params = { groupId };
      const { submissions } = await student.caller.call(listSubmissions, { params });
      const { deadlineId = '' } = submissions.find(({ title }) => /^March/.test(title)) ?? {};
      const body = { deadlineId, askedDue: '2027-04-15T07:00:00.000Z', reason: 'We were ill.' };
      await student.caller.call(askExtension, { params, body });
    },
    trigger: (page, scene) => findButton(page, `Refuse the extension of ${nameOf(scene)}`),
    save: async (layer) => {
      await layer.getByLabel(/^Reason/).fill('It is too late.');
      await layer.getByRole('button', { name: /^Refuse/ }).click();
    },
    removesTrigger: true,
  },
  {
    ...byAdmin,
    path: '/import?of=users',
    file: 'imports/template-menu.tsx',
    trigger: (page) => findButton(page, 'Template'),
    role: 'menu',
  },
  {
    ...byAdmin,
    path: '/developers',
    file: 'developers/remove-button.tsx',
    prepare: async (page) => {
      const entry = { name: 'Noor Fatima', role: 'Tester', bio: 'Tests.', year: '2027', photo: '' };
      await page.evaluate(
        (stored) => localStorage.setItem('developers', stored),
        JSON.stringify([entry]),
      );
      await page.reload();
    },
    trigger: (page) => findButton(page, 'Remove Noor Fatima'),
    save: (layer) => findButton(layer, 'Remove').click(),
    removesTrigger: true,
  },
];

export const settingsDialogCases: DialogCase[] = [
  {
    ...byAdmin,
    path: '/settings/deadlines',
    file: 'settings/setting-history.tsx',
    trigger: (page) => findButton(page, 'History'),
  },
  {
    ...byAdmin,
    path: '/settings/deadlines',
    file: 'settings/setting-form.tsx',
    prepare: async (page) => {
      await findButton(page, /^November Monthly Report/).click();
      await page.getByLabel('Due').fill('2026-12-05T12:00');
    },
    trigger: (page) => page.getByRole('link', { name: 'Home', exact: true }),
  },
  {
    ...cohorts,
    file: 'settings/cohorts/rename-cohort.tsx',
    trigger: (page) => findButton(page, 'Rename Session 2026–27'),
    save: async (layer) => {
      // The portal removes the space: other tests on this portal refer to the existing name.
      await layer.getByLabel(/^Name/).fill('Session 2026–27 ');
      await findButton(layer, 'Rename').click();
    },
  },
];
