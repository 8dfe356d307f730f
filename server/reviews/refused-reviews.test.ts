import { describe, expect } from 'vitest';
import { decideReview, listOwnReviews, requestReview } from '#contract/students/reviews.ts';
import {
  createTestGroup,
  createTestUser,
  getItemAt,
  readMemberIds,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { markTestGroup, saveTestMarks } from '#server/test/records/marking.ts';
import { changeTestPeople, letLastMemberLeave } from '#server/test/records/people.ts';
import {
  allowReviews,
  buildReviewDecision,
  buildReviewRequest,
  decideTestReview,
  findOnlyReview,
  requestTestReview,
} from '#server/test/records/reviews.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const day = 24 * 3_600_000;

async function openMarkedGroup(portal: Portal) {
  const team = await createTestGroup(portal);
  await markTestGroup(team, 5, 6);
  return team;
}

describe('a request for a review is refused', () => {
  test('while the cohort has no reviews, which is the default', async ({ portal }) => {
    const team = await openMarkedGroup(portal);
    const { caller } = team.student;
    const refusal = await expectRefusal(portal, caller, requestReview, buildReviewRequest(team));
    expect(refusal).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /aren’t reviewed in .*\. Ask your supervisor or the FYP office\.$/,
      ),
    });
    const { groupId } = team;
    expect(await caller.call(listOwnReviews, { params: { groupId } })).toEqual({
      reviewable: [],
      reviews: [],
    });
  });

  test.for([
    ['of a milestone that is not marked', { milestone: 'month2' }, 400],
    ['of an unknown milestone', { milestone: 'constructor' }, 400],
    ['of another mark than the current one', { marks: 4 }, 400],
    ['without a reason', { reason: ' ' }, 400],
  ] as const)('%s', async ([, changes, status], { portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    const request = buildReviewRequest(team, changes);
    expect(await expectRefusal(portal, team.student.caller, requestReview, request)).toMatchObject({
      status: 'marks' in changes ? 409 : status,
    });
  });

  test('after the last day, which a new save of the mark moves', async ({ portal }) => {
    await allowReviews(portal, 3);
    const team = await openMarkedGroup(portal);
    portal.wait(3 * day);
    const caller = await portal.logInAs(team.student.userId);
    const refusal = await expectRefusal(portal, caller, requestReview, buildReviewRequest(team));
    expect(refusal.message).toMatch(/^You could request a review until /);
    const supervisor = { caller: await portal.logInAs(team.supervisor.userId) };
    await saveTestMarks(team, supervisor, { month1: { marks: 4 } });
    await requestTestReview(team, { caller }, { marks: 4 });
  });

  test('a second time for the same mark, even after the decision', async ({ portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    const again = buildReviewRequest(team);
    const { caller } = team.student;
    expect(await expectRefusal(portal, caller, requestReview, again)).toMatchObject({
      status: 409,
      message: 'You’ve already requested a review of Month 1. Each mark can be reviewed once.',
    });
    const { _id } = await findOnlyReview(portal);
    await portal.admin.call(decideReview, buildReviewDecision(_id));
    expect(await expectRefusal(portal, caller, requestReview, again)).toMatchObject({
      status: 409,
    });
  });

  test('twice at the same moment: exactly one request is stored', async ({ portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    const results = await Promise.allSettled([requestTestReview(team), requestTestReview(team)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await findOnlyReview(portal);
  });

  test('while the student moves to another group: no open request stays behind', async ({
    portal,
  }) => {
    await allowReviews(portal);
    for (const isMoveFirst of [true, false]) {
      const team = await openMarkedGroup(portal);
      const { group } = await createTestGroup(portal, { size: 1 });
      const [memberId, toGroup] = [getItemAt(team.ids, 0), group.fypGroupName];
      const acts = [
        () => changeTestPeople(portal, team, { kind: 'move', memberId, toGroup }),
        () => requestTestReview(team),
      ];
      const running = (isMoveFirst ? acts : acts.toReversed()).map((act) => act());
      const results = await Promise.allSettled(running);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test.for([
    ['of a copied mark whose original was reviewed', true],
    ['of a mark whose copy was reviewed in another group', false],
  ] as const)('%s', async ([, isOriginal], { portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    const target = await createTestGroup(portal, { size: 1 });
    const review = async (group: TestGroup) => {
      await requestTestReview(group, team.student);
      await decideTestReview(portal);
    };
    const move = async (from: TestGroup, to: TestGroup, memberId: string) => {
      const toGroup = to.group.fypGroupName;
      const copyMarks = ['month1'];
      await changeTestPeople(portal, from, { kind: 'move', memberId, toGroup, copyMarks });
    };
    if (isOriginal) await review(team);
    await move(team, target, getItemAt(team.ids, 0));
    if (!isOriginal) {
      await review(target);
      portal.wait(1000);
      await move(target, team, getItemAt(await readMemberIds(portal, target.groupId), 1));
    }
    const now = isOriginal ? target : team;
    const { caller } = team.student;
    const refusal = await expectRefusal(portal, caller, requestReview, buildReviewRequest(now));
    expect(refusal.message).toContain('Each mark can be reviewed once.');
    const params = { groupId: now.groupId };
    expect(await caller.call(listOwnReviews, { params })).toMatchObject({ reviewable: [] });
  });

  test('of somebody who is in another group, has left, or whose cohort is closed', async ({
    portal,
  }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    const neighbour = await openMarkedGroup(portal);
    const request = buildReviewRequest(team);
    const strange = await expectRefusal(portal, neighbour.student.caller, requestReview, request);
    expect(strange.status).toBe(404);
    await letLastMemberLeave(portal, team);
    const left = buildReviewRequest(team, { marks: 6 });
    expect(await expectRefusal(portal, team.mate.caller, requestReview, left)).toMatchObject({
      status: 404,
    });
    await closeCurrentCohort(portal);
    const closed = await expectRefusal(portal, team.student.caller, requestReview, request);
    expect(closed.code).toBe('cohort-closed');
  });
});

describe('a decision about a review is refused', () => {
  async function openRequest(portal: Portal) {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    return { team, reviewId: (await findOnlyReview(portal))._id };
  }

  test('to the admin who gave the mark', async ({ portal }) => {
    await allowReviews(portal);
    const team = await createTestGroup(portal);
    await saveTestMarks(team, { caller: portal.admin }, { month1: { marks: 5 } });
    await requestTestReview(team);
    const { _id, mayDecide } = await findOnlyReview(portal);
    expect(mayDecide).toBe(false);
    const decision = buildReviewDecision(_id);
    expect(await expectRefusal(portal, portal.admin, decideReview, decision)).toMatchObject({
      status: 403,
      message: 'You gave this mark yourself. Another admin must decide.',
    });
    const other = await createTestUser(portal, 'admin');
    await other.caller.call(decideReview, decision);
  });

  test('if the marker has changed the mark since the admin read it', async ({ portal }) => {
    const { team, reviewId } = await openRequest(portal);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 7 } });
    const decision = buildReviewDecision(reviewId);
    expect(await expectRefusal(portal, portal.admin, decideReview, decision)).toMatchObject({
      status: 409,
      message: 'Nothing was saved: the mark is now 7. Check it and decide again.',
    });
  });

  test.for([
    ['without a new mark', {}, /marks must be a number/],
    ['with the same mark', { marks: 5 }, /^Enter another mark, or keep it\.$/],
    ['with more than the total', { marks: 11 }, /enter marks from 0 to 10/],
    ['with three decimals', { marks: 7.125 }, /up to two decimals/],
    ['without a reason', { marks: 7, reason: '' }, /Enter a reason/],
  ] as const)('that changes the mark %s', async ([, changes, message], { portal }) => {
    const { reviewId } = await openRequest(portal);
    const decision = buildReviewDecision(reviewId, { decision: 'changed', ...changes });
    const refusal = await expectRefusal(portal, portal.admin, decideReview, decision);
    expect(refusal).toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });
});
