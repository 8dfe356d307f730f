import { describe, expect } from 'vitest';
import type { Problem } from '#contract/problem.ts';
import { addCertificate, removeCertificate } from '#contract/students/certificates.ts';
import { askExtension } from '#contract/submissions.ts';
import { waitUntilTransactionBlocks } from '#server/test/database.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';

const list = ({ student, groupId }: TestGroup, title: string) =>
  student.caller.call(addCertificate, {
    params: { groupId },
    body: { title, provider: '', countsFor: 'optional' },
  });

type Certificate = Awaited<ReturnType<typeof list>>['certificate'];

const writes: Record<string, (team: TestGroup, listed: Certificate) => Promise<unknown>> = {
  'add a certificate': (team) => list(team, 'Later'),
  'remove a certificate': ({ student }, { _id }) =>
    student.caller.call(removeCertificate, { params: { certificateId: _id } }),
  'ask for an extension': ({ student, groupId }) =>
    student.caller.call(askExtension, {
      params: { groupId },
      body: {
        deadlineId: 'thesis-and-sim-report-soft-copies',
        askedDue: '2027-05-20T18:59:00.000Z',
        reason: 'We were ill.',
      },
    }),
};

describe('a member who is being removed from the group concurrently', () => {
  test.for(Object.entries(writes))('cannot %s', async ([, write], { portal }) => {
    const team = await createTestGroup(portal);
    const { certificate } = await list(team, 'Java');
    const { refusal } = await portal.db.transaction().execute(async (trx) => {
      const group = trx.updateTable('groups').set({ changed_by: null });
      await group.where('id', '=', team.groupId).execute();
      const refusal = write(team, certificate).catch((error: Problem) => error.code);
      await waitUntilTransactionBlocks(trx, portal.db);
      const member = trx.updateTable('members').set({ user_id: null, email: 'gone@u.test' });
      await member.where('id', '=', team.ids[0] ?? '').execute();
      return { refusal };
    });
    expect(await refusal).toBe('not-found');
    const certificates = await portal.db.selectFrom('certificates').select('title').execute();
    expect(certificates).toEqual([{ title: 'Java' }]);
    expect(await portal.db.selectFrom('extension_requests').selectAll().execute()).toEqual([]);
  });
});
