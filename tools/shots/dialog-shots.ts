import { basename } from 'node:path';
import {
  createDialogTestData,
  type DialogCase,
  dialogCases,
  openDialog,
} from '#e2e/dialog-cases.ts';
import { createSessionStorageState } from '#tools/test/browser/browser-session.ts';
import type { Shot } from './take.ts';

/** Each dialog gets its own group, because preparing another one may change the group. */
async function planDialogShot(url: string, dialog: DialogCase): Promise<Shot> {
  const { file, item, path, person, prepare } = dialog;
  const data = await createDialogTestData(url);
  const dialogPath = typeof path === 'string' ? path : path(data);
  return {
    page: `dialog-${basename(file, '.tsx')}`,
    role: `${item ? 'item-of-' : ''}${dialogPath.split('/')[1]?.split('?')[0]}`,
    path: dialogPath,
    storageState: await createSessionStorageState(url, person(data)),
    before: async (page) => {
      await prepare?.(page, data);
      await openDialog(page, dialog, data);
    },
  };
}

export async function planDialogShots(url: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const dialog of dialogCases) shots.push(await planDialogShot(url, dialog));
  return shots;
}
