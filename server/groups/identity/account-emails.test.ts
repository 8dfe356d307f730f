import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { reopenCohort } from '#contract/settings/cohorts.ts';
import { updateUser } from '#contract/users.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  removeMemberFiles,
} from '#server/test/people.ts';
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
          body: { fypGroupMembers: buildMemberEdits(ids, { _id: getItemAt(ids, 0), ...values }) },
        });
      await edit({ roll: 'F22-777' });
      const reopening = isClosed ? await closeFirstCohort(portal) : undefined;
      const setEmail = ({ userId }: { userId: string }) => ({
        params: { userId },
        body: { email: `${userId}@university.test` },
      });
      const refusal = await expectRefusal(portal, portal.admin, updateUser, setEmail(student));
      expect(refusal.fields).toEqual({
        samePerson: expect.stringMatching(/roll number.*look like another person.*say why/),
      });
      await portal.admin.call(updateUser, setEmail(mate));
      const { params, body } = setEmail(student);
      const samePerson = 'The roll number was mistyped.';
      await portal.admin.call(updateUser, { params, body: { ...body, samePerson } });
      const audit = portal.db.selectFrom('audit_entries').select('detail');
      const details = await audit.where('action', '=', 'account-changed').execute();
      expect(details.map(({ detail }) => detail).join()).toContain(samePerson);
      if (reopening) await portal.admin.call(reopenCohort, reopening);
      const emails = portal.db
        .selectFrom('members')
        .select('email')
        .where('group_id', '=', groupId);
      expect(await emails.execute()).toContainEqual({ email: body.email });
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
      body: { fypGroupMembers: buildMemberEdits(ids, { _id, roll: 'F22-777' }) },
    });
    const input = { params: { userId: student.userId }, body: { email: 'moved@university.test' } };
    await portal.admin.call(updateUser, input);
  });
});
