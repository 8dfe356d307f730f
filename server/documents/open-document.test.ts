import { describe, expect, vi } from 'vitest';
import { register } from '#contract/account.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { findGroup } from '#contract/groups.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { listUsers } from '#contract/users.ts';
import { buildApp } from '#server/app.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { ApiCaller } from '#tools/test/caller.ts';
import { buildPdfFile, buildProposal, createUniqueName } from '#tools/test/people.ts';
import { recordDamage } from './damage/damaged-files.ts';

async function createFixture(portal: Portal) {
  const name = createUniqueName('Owner');
  const email = `${name.replace(' ', '.').toLowerCase()}@university.test`;
  await portal.visitor.call(register, {
    body: { name, email, password: 'a long passphrase', file: buildPdfFile('cv.pdf') },
  });
  const owner = await portal.visitor.logIn(email, 'a long passphrase');
  const { supervisor, examiner, ...foreign } = await createTestGroup(portal);
  const mate = await createTestUser(portal);
  const body = buildProposal([{ name, email }, mate], { supervisor: supervisor.name });
  const first = { ...getItemAt(body.groupMembers, 0), certificate: buildPdfFile('all.pdf') };
  await owner.call(submitProposal, {
    body: { ...body, groupMembers: [first, getItemAt(body.groupMembers, 1)] },
  });
  const { group, member } = await owner.call(findGroup, { params: { email } });
  await portal.admin.call(updateGroup, {
    params: { groupId: group._id },
    body: { externalExaminer: examiner.name },
  });
  const { users } = await portal.admin.call(listUsers, { query: { q: email } });
  return {
    groupId: group._id,
    files: {
      cv: getItemAt(users, 0).fileUrl ?? '',
      proposal: group.proposalUrl ?? '',
      feeProof: member.feeProofPath ?? '',
      certificate: member.certificatePath ?? '',
    },
    callers: {
      owner,
      mate: mate.caller,
      supervisor: supervisor.caller,
      examiner: examiner.caller,
      'other faculty': (await createTestUser(portal, 'faculty')).caller,
      'other student': foreign.student.caller,
      loner: (await createTestUser(portal)).caller,
      admin: portal.admin,
    },
  };
}

describe('openDocument', () => {
  test('sends each file only to the users who may open it', async ({ portal }) => {
    const { files, callers } = await createFixture(portal);
    const opened = await Promise.all(
      Object.entries(files).map(async ([kind, path]) => {
        const responses = await Promise.all(
          Object.entries(callers).map(
            async ([who, caller]) => [who, (await caller.fetch(path)).status] as const,
          ),
        );
        return [kind, responses.filter(([, status]) => status === 200).map(([who]) => who)];
      }),
    );
    expect(Object.fromEntries(opened)).toEqual({
      cv: ['owner', 'admin'],
      proposal: ['owner', 'mate', 'supervisor', 'examiner', 'admin'],
      feeProof: ['owner', 'supervisor', 'examiner', 'admin'],
      certificate: ['owner', 'supervisor', 'examiner', 'admin'],
    });
  });

  test.for<[string, (portal: Portal, groupId: string) => Promise<unknown>]>([
    [
      'from whom the group is taken',
      (portal, groupId) =>
        portal.admin.call(updateGroup, { params: { groupId }, body: { supervisor: 'other' } }),
    ],
    [
      'after the file is removed',
      ({ db, clock }) =>
        db.updateTable('documents').set({ removed_at: clock().toISOString() }).execute(),
    ],
  ])(
    'sends no file with recorded damage to a supervisor %s while the request waits',
    async ([, change], { portal }) => {
      const { group, groupId, supervisor } = await createTestGroup(portal);
      const path = group.proposalUrl ?? '';
      const { id } = await portal.db
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', 'proposal')
        .executeTakeFirstOrThrow();
      await recordDamage(portal.db, id, 'altered', portal.clock());
      const app = await buildApp(portal);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const { queue } = app.work;
      const account = `account ${supervisor.userId}`;
      await queue.start(account, new AbortController().signal);
      const sent = new ApiCaller(url, supervisor.caller.token).fetch(path);
      await vi.waitFor(() => expect(queue.waiting).toBe(1), { timeout: 20_000 });
      await change(portal, groupId);
      queue.pause(account);
      queue.end(account);
      expect(await readRefusal(await sent)).toMatchObject({ code: 'not-found' });
      const opened = portal.db.selectFrom('audit_entries').select('subject_name');
      expect(await opened.where('action', '=', 'document-opened').execute()).toEqual([]);
      await app.close();
    },
  );
});
