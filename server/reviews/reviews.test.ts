import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { findGroup } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { decideReview, listOwnReviews, listReviews } from '#contract/students/reviews.ts';
import {
  createTestGroup,
  createTestUser,
  type TestGroup,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';
import { listEmailSubjects, listNoticeTexts } from '#server/test/records/notices.ts';
import {
  allowReviews,
  buildReviewDecision,
  decideTestReview,
  findOnlyReview,
  requestTestReview,
} from '#server/test/records/reviews.ts';

const day = 24 * 3_600_000;

async function openMarkedGroup(portal: Portal) {
  const team = await createTestGroup(portal);
  await markTestGroup(team, 5, 6);
  await emailTestGroupMarks(team);
  await portal.db.deleteFrom('emails').execute();
  await portal.db.deleteFrom('notices').execute();
  return team;
}

const listOwn = ({ groupId }: TestGroup, { caller }: TestUser) =>
  caller.call(listOwnReviews, { params: { groupId } });

describe('a student', () => {
  test('may request a review of each own mark until the last day, and sees only own requests', async ({
    portal,
  }) => {
    await allowReviews(portal, 14);
    const team = await openMarkedGroup(portal);
    const neighbour = await openMarkedGroup(portal);
    await requestTestReview(neighbour);
    const until = new Date(portal.clock().getTime() + 14 * day).toISOString();
    expect(await listOwn(team, team.student)).toEqual({
      reviewable: [{ milestone: 'month1', title: 'Month 1', total: 10, marks: 5, until }],
      reviews: [],
    });
    await requestTestReview(team);
    expect(await listOwn(team, team.student)).toMatchObject({
      reviewable: [],
      reviews: [{ milestone: 'month1', marksBefore: 5, decision: null, mayDecide: false }],
    });
    expect(await listOwn(team, team.mate)).toMatchObject({
      reviewable: [{ marks: 6 }],
      reviews: [],
    });
  });

  test('learns from the own group whether reviews can be requested', async ({ portal }) => {
    const team = await openMarkedGroup(portal);
    const params = { email: team.student.email };
    expect(await team.student.caller.call(findGroup, { params })).not.toHaveProperty('hasReviews');
    await allowReviews(portal);
    expect(await team.student.caller.call(findGroup, { params })).toMatchObject({
      hasReviews: true,
    });
  });
});

describe('a requested review', () => {
  test('is on the desks of admins, who are notified like the marker and the office', async ({
    portal,
  }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    const neighbour = await openMarkedGroup(portal);
    await requestTestReview(team);
    expect(await findOnlyReview(portal)).toMatchObject({
      fypGroupName: team.group.fypGroupName,
      memberName: team.student.name,
      title: 'Month 1',
      total: 10,
      marksBefore: 5,
      marks: 5,
      markedBy: team.supervisor.name,
      reason: 'The demo was not seen.',
      mayDecide: true,
    });
    const { items } = await portal.admin.call(findDesk);
    expect(items).toContainEqual(
      expect.objectContaining({ text: 'One student requests a review of a mark.' }),
    );
    expect(await listNoticeTexts(team.supervisor)).toEqual([
      `A student in ${team.group.fypGroupName} requests a review of your mark for Month 1. The FYP office will decide.`,
    ]);
    const office = portal.content.department.office.email;
    expect(await listEmailSubjects(portal, office)).toEqual([
      `${team.group.fypGroupName} requests a review: Month 1`,
    ]);
    for (const person of [team.mate, team.examiner, neighbour.student, neighbour.supervisor])
      expect(await listNoticeTexts(person)).toEqual([]);
  });

  test('that keeps the mark is emailed to the student with the reason', async ({ portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    await decideTestReview(portal);
    expect((await portal.admin.call(listReviews)).reviews).toEqual([]);
    expect(await listOwn(team, team.student)).toMatchObject({
      reviews: [
        {
          decision: 'kept',
          marksBefore: 5,
          marksAfter: 5,
          decidedBy: 'The Admin',
          decisionReason: 'The report is thin.',
        },
      ],
    });
    expect(await listEmailSubjects(portal, team.student.email)).toEqual([
      'Month 1: your mark was reviewed',
    ]);
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([]);
    expect(await listNoticeTexts(team.student)).toEqual([
      'Your mark for Month 1 was reviewed. The mark is unchanged.',
    ]);
  });

  test('that changes the mark saves it as a correction, which is emailed with both marks and the reason', async ({
    portal,
  }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    await decideTestReview(portal, {
      decision: 'changed',
      marks: 7.5,
      reason: 'The demo was recorded.',
    });
    expect((await team.read()).fypGroupMembers).toMatchObject([
      { month1: { marks: 7.5, feedback: 'Feedback 5.' } },
      { month1: { marks: 6 } },
    ]);
    const emails = await portal.db
      .selectFrom('emails')
      .select(['subject', 'text_body'])
      .where('recipient', '=', team.student.email)
      .execute();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text_body).toContain('The demo was recorded.');
    expect(emails[0]?.text_body).toContain('7.5');
    expect(await listEmailSubjects(portal, team.mate.email)).toEqual([]);
    expect(await listOwn(team, team.student)).toMatchObject({
      reviewable: [],
      reviews: [{ decision: 'changed', marksBefore: 5, marksAfter: 7.5, marks: 7.5 }],
    });
    expect(await listNoticeTexts(team.supervisor)).toContain(
      `The Month 1 mark that you gave a student in ${team.group.fypGroupName} was reviewed. The mark has changed.`,
    );
  });

  test('is decided by exactly one of two admins at the same moment', async ({ portal }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    const { _id } = await findOnlyReview(portal);
    const other = await createTestUser(portal, 'admin');
    const results = await Promise.allSettled([
      portal.admin.call(decideReview, buildReviewDecision(_id)),
      other.caller.call(decideReview, buildReviewDecision(_id, { decision: 'changed', marks: 9 })),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [review] = (await listOwn(team, team.student)).reviews;
    expect(review?.marks).toBe(review?.marksAfter);
  });

  test('is in the history of the student and of staff, but not of a teammate', async ({
    portal,
  }) => {
    await allowReviews(portal);
    const team = await openMarkedGroup(portal);
    await requestTestReview(team);
    const params = { groupId: team.groupId };
    const listed = async ({ caller }: Pick<TestUser, 'caller'>) =>
      (await caller.call(listChanges, { params })).changes.filter(
        ({ field }) => field === 'review',
      );
    expect(await listed(team.student)).toMatchObject([{ part: 'month1', to: 'requested' }]);
    expect(await listed(team.supervisor)).toHaveLength(1);
    expect(await listed(team.mate)).toEqual([]);
  });
});
