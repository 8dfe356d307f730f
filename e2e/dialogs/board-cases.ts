import type { Page } from '@playwright/test';
import { adminCredentials } from '#tools/test/running-portal.ts';
import { type DialogCase, type DialogTestData, findButton } from './dialog-case.ts';

const board = {
  person: () => adminCredentials,
  path: ({ group }: DialogTestData) => `/board?q=${group.fypGroupName}`,
};
const selected = {
  ...board,
  prepare: (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' }).check(),
};

export const boardDialogCases: DialogCase[] = [
  {
    ...board,
    file: 'board/columns-dialog.tsx',
    trigger: (page) => findButton(page, 'More'),
    item: 'Columns…',
  },
  {
    ...board,
    file: 'ui/list/filter-bar.tsx',
    prepare: (page) => page.setViewportSize({ width: 768, height: 900 }),
    trigger: (page) => findButton(page.getByRole('main'), 'Filters'),
  },
  {
    ...board,
    file: 'board/grid-head.tsx',
    trigger: (page) => findButton(page, 'Actions for Month 1'),
    role: 'menu',
  },
  {
    ...board,
    file: 'board/saved-views.tsx',
    trigger: (page) => findButton(page, 'More'),
    item: /^Save or delete/,
    save: async (layer) => {
      await layer.getByLabel('Name of the current view').fill('One group');
      await findButton(layer, 'Save view').click();
    },
  },
  {
    ...board,
    file: 'ui/list/more-menu.tsx',
    trigger: (page) => findButton(page, 'More'),
    role: 'menu',
  },
  {
    ...board,
    file: 'board/group-drawer.tsx',
    trigger: (page) => page.getByRole('rowheader'),
    opensByKey: true,
  },
  {
    ...selected,
    file: 'board/dialogs/remind-dialog.tsx',
    trigger: (page) => findButton(page, 'Remind groups'),
  },
  {
    ...selected,
    file: 'board/dialogs/assign-dialog.tsx',
    trigger: (page) => findButton(page, 'Assign supervisor'),
  },
  {
    ...selected,
    file: 'board/dialogs/download-dialog.tsx',
    trigger: (page) => findButton(page, 'Download files'),
  },
  {
    ...selected,
    file: 'board/dialogs/extend-dialog.tsx',
    trigger: (page) => findButton(page, 'Extend'),
    save: async (layer, page) => {
      await layer.getByRole('combobox', { name: 'Deadline' }).click();
      await page.getByRole('option').first().click();
      await layer.getByLabel('New date').fill('2030-01-31T23:59');
      await layer.getByLabel('Reason').fill('The office was closed.');
      await findButton(layer, 'Preview changes').click();
      await findButton(layer, /^Change 1 group/).click();
      await layer.getByRole('button', { name: 'Close' }).last().click();
    },
  },
];
