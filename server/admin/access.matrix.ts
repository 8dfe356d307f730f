import { submitProposal } from '#contract/students/proposals.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import {
  type AccessMatrix,
  buildNewPerson,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { buildProposal, createUniqueName } from '#tools/test/people.ts';

const askForEmail: MatrixRequestBuilder = async ({ portal }, _actor, target) => {
  if (target === 'unknown') return { params: { emailId: unknownId } };
  if (target === 'malformed') return { params: { emailId: '1' } };
  const now = portal.clock();
  const sent = { failed_at: null, sent_at: now.toISOString() };
  const { email } = buildNewPerson();
  const id = await createUndeliverableEmail(portal.db, email, now, target === 'sent' ? sent : {});
  return { params: { emailId: id } };
};

const emails = { failed: '200!', sent: '404', unknown: '404', malformed: '400' };

export const accessMatrix: AccessMatrix = {
  sendEmailAgain: { repeat: ['not-found'], rows: emails, buildRequest: askForEmail },
  sendFailedEmailsAgain: {
    rows: { failed: '200!', malformed: '400' },
    buildRequest: async ({ portal: { db, clock } }, _actor, target) => {
      const since = clock().toISOString();
      await createUndeliverableEmail(db, buildNewPerson().email, clock());
      return { body: { since: target === 'malformed' ? 'yesterday' : since } };
    },
  },
  dismissEmail: { repeat: ['not-found'], rows: emails, buildRequest: askForEmail },
  chooseAccount: {
    repeat: ['not-found'],
    rows: { contested: '200!', settled: '404', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const { portal } = fixture;
      const { userId } = await createTestUser(portal);
      if (target === 'unknown') return { params: { memberId: unknownId }, body: { userId } };
      if (target === 'malformed') return { params: { memberId: '1' }, body: { userId } };
      if (target === 'settled') {
        const memberId = getItemAt(fixture.groups.own.ids, 0);
        return { params: { memberId }, body: { userId } };
      }
      const student = await createTestUser(portal);
      await student.caller.call(submitProposal, { body: buildProposal([student]) });
      const { id: memberId } = await portal.db
        .updateTable('members')
        .set({ user_id: null, left_by: student.userId })
        .where('user_id', '=', student.userId)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { params: { memberId }, body: { userId: student.userId } };
    },
  },
  updateGroup: {
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: (fixture, _actor, target) => ({
      params: { groupId: getTargetGroupId(fixture, target) },
      body: { fypTitle: createUniqueName('A project of') },
    }),
  },
};
