import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, getItemAt, removeMemberFiles } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { closeFirstCohort } from '#server/test/records/claims.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('a changed email of the account of a member with records', () => {
  test.for([false, true])(
    'is refused if the roll number has changed, until an admin confirms the person, even in a closed cohort (%s)',
    async (isClosed, { portal }) => {
      const { student, mate, groupId, ids } = await createTestGroup(portal);
      const edit = (values: object) =>
        portal.admin.call(updateGroup, {
          params: { groupId },
          body: { fypGroupMembers: [{ _id: getItemAt(ids, 0), ...values }] },
        });
      await edit({ roll: 'F22-777' });
      const reopening = isClosed ? await closeFirstCohort(portal) : undefined;
      const setEmail = ({ userId }: { userId: string }) => ({
        params: { userId },
        body: { email: `${userId}@university.test` },
      });
      const refusal = await expectRefusal(portal, portal.admin, updateUser, setEmail(student));
      expect(refusal.fields).toEqual({
        email: expect.stringMatching(/roll number.*together they name another person.*say so/),
      });
      await portal.admin.call(updateUser, setEmail(mate));
      if (reopening) return;
      await edit({ samePerson: 'The roll number was mistyped.' });
      await portal.admin.call(updateUser, setEmail(student));
    },
  );

  test('is saved if the member has no records, although a neighbour has some', async ({
    portal,
  }) => {
    const { student, groupId, ids } = await createTestGroup(portal);
    const _id = getItemAt(ids, 0);
    await removeMemberFiles(portal, { ids: [_id] });
    await portal.admin.call(updateGroup, {
      params: { groupId },
      body: { fypGroupMembers: [{ _id, roll: 'F22-777' }] },
    });
    const input = { params: { userId: student.userId }, body: { email: 'moved@university.test' } };
    await portal.admin.call(updateUser, input);
  });
});
