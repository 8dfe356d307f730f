import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { recordDamage } from '#server/documents/damage/damaged-files.ts';
import { storeLogo } from '#server/test/content/pictures.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { openPortal, test } from '#server/test/portal.ts';
import { buildPng } from '#tools/test/files/sample-files.ts';

describe('the Attention page', () => {
  test('is empty if there are no problems and enough disk space is free', async ({ portal }) => {
    await createTestGroup(portal);
    expect(await portal.admin.call(findAttention)).toEqual({
      unboundNames: [],
      alikeAccounts: [],
      contestedMembers: [],
      roleConflicts: [],
      supervisingExaminers: [],
      objections: [],
      fileFaults: [],
      storage: { isLow: false, free: expect.any(Number), watermark: 1024 * 1024 },
      overdueBackup: null,
      backupPlaceFault: null,
      emailDelay: null,
      clockFault: null,
      logoFault: null,
    });
  });

  test('lists a missing or altered file that the integrity check found, with its owner', async ({
    portal,
  }) => {
    const { group, groupId } = await createTestGroup(portal);
    const proposal = getItemAt(group.documents, 0);
    await rm(join(portal.folder, 'files', 'kept', proposal._id));
    await recordDamage(portal.db, proposal._id, 'missing', portal.clock());
    const { fileFaults } = await portal.admin.call(findAttention);
    expect(fileFaults).toEqual([
      {
        documentId: proposal._id,
        label: 'Proposal',
        version: 1,
        name: proposal.name,
        groupId,
        groupName: group.fypGroupName,
        memberName: null,
        userName: null,
        fault: 'missing',
        foundAt: portal.clock().toISOString(),
      },
    ]);
  });

  test('warns of low disk space and states the free space below which uploads are rejected', async () => {
    const { portal, close } = await openPortal({ MIN_FREE_MB: '1000000000' });
    const { storage } = await portal.admin.call(findAttention);
    expect(storage?.isLow).toBe(true);
    expect(storage?.free).toBeLessThan(storage?.watermark ?? 0);
    await close();
  });

  test('lists a stored logo that cannot be decoded, until the logo is replaced', async ({
    portal,
  }) => {
    await storeLogo(portal, 'data:image/png;base64,iVBORw0KGgo=');
    const { logoFault } = await portal.admin.call(findAttention);
    expect(logoFault).toBe(
      'is a damaged PNG file: its header cannot be read. Save the picture again.',
    );
    const logo = `data:image/png;base64,${buildPng().toString('base64')}`;
    const edit = await buildSettingChange(portal, 'department', (value) =>
      Object.assign(value, { logo }),
    );
    await portal.admin.call(saveSetting, edit);
    expect((await portal.admin.call(findAttention)).logoFault).toBeNull();
  });
});
