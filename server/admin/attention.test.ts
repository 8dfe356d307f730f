import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin.ts';
import { recordDamage } from '#server/documents/damaged-files.ts';
import { aTeam, at } from '#server/test/people.ts';
import { openPortal, test } from '#server/test/portal.ts';

describe('what waits for the office', () => {
  test('is nothing on a sound portal with room', async ({ portal }) => {
    await aTeam(portal);
    expect(await portal.admin.call(findAttention)).toEqual({
      unboundNames: [],
      alikeAccounts: [],
      contestedMembers: [],
      objections: [],
      fileFaults: [],
      storage: { isLow: false, free: expect.any(Number), watermark: 1024 * 1024 },
    });
  });

  test('is a file that the scrub found missing or altered, with whose it is', async ({
    portal,
  }) => {
    const { group, groupId } = await aTeam(portal);
    const proposal = at(group.documents, 0);
    await rm(join(portal.folder, 'files', 'kept', proposal._id));
    await recordDamage(portal.db, proposal._id, 'missing', portal.clock());
    const { fileFaults } = await portal.admin.call(findAttention);
    expect(fileFaults).toEqual([
      {
        documentId: proposal._id,
        kind: 'proposal',
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

  test('is a disk with less room than files are taken with', async () => {
    const { portal, close } = await openPortal({ MIN_FREE_MB: '1000000000' });
    const { storage } = await portal.admin.call(findAttention);
    expect(storage?.isLow).toBe(true);
    expect(storage?.free).toBeLessThan(storage?.watermark ?? 0);
    await close();
  });
});
