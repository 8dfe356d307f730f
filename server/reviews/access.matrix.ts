import { randomUUID } from 'node:crypto';
import type { MatrixActor, MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getAdminCaller,
  getTargetGroupId,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { getItemAt, type TestGroup } from '#server/test/people.ts';
import { allowReviews } from '#server/test/records/reviews.ts';

const milestone = 'month2';
const marks = 5;

/** Gives a member a mark that can be reviewed, and removes an earlier request. */
async function prepareMark(fixture: MatrixFixture, memberId: string, markerId: string) {
  const { db, content, clock } = fixture.portal;
  if (!content.current.rules.reviewDays)
    await allowReviews({ admin: getAdminCaller(fixture), content });
  await db.deleteFrom('mark_reviews').where('member_id', '=', memberId).execute();
  const values = { marks, changed_by: markerId, changed_at: clock().toISOString() };
  await db
    .insertInto('marks')
    .values({
      member_id: memberId,
      milestone,
      feedback: null,
      revision: 1,
      notified_revision: 1,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['member_id', 'milestone']).doUpdateSet(values))
    .execute();
}

const findMemberId = (group: TestGroup, { userId }: MatrixActor): string =>
  getItemAt(
    group.ids,
    Math.max(
      group.students.findIndex((student) => student.userId === userId),
      0,
    ),
  );

export const accessMatrix: AccessMatrix = {
  listOwnReviews: {
    rows: {
      // Expected HTTP statuses for the actors fresh, binned, claimer, member, mate, other and former, who are described
      // in server/test/matrix/rows.ts.
      own: '    404 404 404 200 200 404 404',
      foreign: '404 404 404 404 404 200 404',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
  requestReview: {
    repeat: ['stale-version'],
    rows: {
      // Statuses for the same actors as for `listOwnReviews`. `!` marks requests that may write to the database.
      own: '    404 404 403 201! 201! 404 404',
      foreign: '404 404 403 404 404 201! 404',
      bin: '    404 404 403 404 404 404 404',
      unknown: '404 404 403 404 404 404 404',
      malformed: '400',
    },
    buildRequest: async (fixture, actor, target) => {
      const group = findFixtureGroup(fixture, target);
      if (group) {
        await prepareMark(fixture, findMemberId(group, actor), group.supervisor.userId);
      }
      const params = { groupId: getTargetGroupId(fixture, target) };
      return { params, body: { milestone, marks, reason: 'It was late.' } };
    },
  },
  decideReview: {
    repeat: ['stale-version'],
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const body = { decision: 'kept', seenMarks: marks, reason: 'It was late.' };
      const group = findFixtureGroup(fixture, target);
      if (!group) return { params: { reviewId: target === 'unknown' ? unknownId : '1' }, body };
      const memberId = getItemAt(group.ids, 0);
      await prepareMark(fixture, memberId, group.supervisor.userId);
      const id = randomUUID();
      const { db, clock } = fixture.portal;
      await db
        .insertInto('mark_reviews')
        .values({
          id,
          member_id: memberId,
          milestone,
          marks_before: marks,
          reason: 'It was late.',
          requested_at: clock().toISOString(),
        })
        .execute();
      return { params: { reviewId: id }, body };
    },
  },
};
