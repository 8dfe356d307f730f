import { describe, expect } from 'vitest';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

const opened = async (portal: Portal) => {
  const entries = await portal.db
    .selectFrom('audit_entries')
    .select(['subject_name', 'actor_name'])
    .where('action', '=', 'document-opened')
    .orderBy('sequence')
    .execute();
  return entries.map(({ subject_name, actor_name }) => `${subject_name} by ${actor_name}`);
};

describe('the audit entry for opening a file', () => {
  const open = async (caller: ApiCaller, url: string) => {
    const response = await caller.fetch(url);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  };

  test('contains the kind and owner of the file, and is added separately for each file', async ({
    portal,
  }) => {
    const { supervisor, group } = await createTestGroup(portal, { size: 1 });
    const [member] = group.fypGroupMembers;
    const entries = [
      `Proposal of ${group.fypGroupName} by ${supervisor.name}`,
      `Fee proof of ${member?.name}, ${group.fypGroupName} by ${supervisor.name}`,
    ];
    await open(supervisor.caller, group.proposalUrl ?? '');
    // Wait for the first entry before opening the second file, because entries could be written in either order.
    await expect.poll(() => opened(portal)).toEqual(entries.slice(0, 1));
    await open(supervisor.caller, member?.feeProofPath ?? '');
    await expect.poll(() => opened(portal)).toEqual(entries);
  });
});
