import { randomUUID } from 'node:crypto';
import { changePeople, listPeopleChanges, undoPeopleChange } from '#contract/people.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getAdminCaller,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { createTestUser, getItemAt } from '#server/test/people.ts';
import { buildProposal } from '#tools/test/people.ts';

const buildLeave = (fixture: MatrixFixture, target: string) => ({
  change: {
    kind: 'leave' as const,
    memberId: findFixtureGroup(fixture, target)?.ids.at(-1) ?? unknownId,
  },
  on: '2026-10-01',
  reason: 'Left the university.',
});

async function undoNewest(fixture: MatrixFixture) {
  const admin = getAdminCaller(fixture);
  const { changes } = await admin.call(listPeopleChanges);
  const params = { changeId: getItemAt(changes, 0)._id };
  return admin.call(undoPeopleChange, { params });
}

const buildChange: MatrixRequestBuilder = (fixture, _actor, target) => ({
  params: { groupId: getTargetGroupId(fixture, target) },
  body: buildLeave(fixture, target),
});

/** Removes the requests of a group. */
async function removeLeaveRequests({ portal }: MatrixFixture, ids: readonly string[]) {
  await portal.db.deleteFrom('leave_requests').where('member_id', 'in', ids).execute();
}

/** Lets the first member of the target group ask to leave it. */
async function addLeaveRequest(fixture: MatrixFixture, target: string): Promise<string> {
  const group = findFixtureGroup(fixture, target);
  if (!group) return target === 'malformed' ? '1' : unknownId;
  await removeLeaveRequests(fixture, group.ids);
  const id = randomUUID();
  const { db, clock } = fixture.portal;
  const requested_at = clock().toISOString();
  const row = { id, member_id: getItemAt(group.ids, 0), reason: 'I am moving.', requested_at };
  await db.insertInto('leave_requests').values(row).execute();
  return id;
}

export const accessMatrix: AccessMatrix = {
  previewPeopleChange: {
    rows: { own: '200', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: buildChange,
  },
  changePeople: {
    repeat: ['invalid'],
    rows: { own: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, actor, target, variant) => ({
      ...(await buildChange(fixture, actor, target, variant)),
      after: () => undoNewest(fixture),
    }),
  },
  listPeopleChanges: {
    rows: { own: '200', unknown: '200', malformed: '400' },
    buildRequest: (fixture, _actor, target) => ({
      query: { group: getTargetGroupId(fixture, target) },
    }),
  },
  undoPeopleChange: {
    repeat: ['not-found'],
    rows: { own: '200!', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      if (target === 'malformed') return { params: { changeId: '1' } };
      if (target === 'unknown') return { params: { changeId: unknownId } };
      const admin = getAdminCaller(fixture);
      const students = [await createTestUser(fixture.portal), await createTestUser(fixture.portal)];
      const { groupId } = await getItemAt(students, 0).caller.call(submitProposal, {
        body: buildProposal(students),
      });
      await admin.call(changePeople, {
        params: { groupId },
        body: { change: { kind: 'dissolve' }, on: '2026-10-01', reason: 'Left the university.' },
      });
      const { changes } = await admin.call(listPeopleChanges);
      return { params: { changeId: getItemAt(changes, 0)._id } };
    },
  },
  listFormerMemberships: {
    rows: { '-': '200 200 403 200 200 200 200' },
    buildRequest: () => ({}),
  },
  findOwnLeaveRequest: {
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
  askToLeave: {
    repeat: ['stale-version'],
    rows: {
      // Statuses for the same actors as for `findOwnLeaveRequest`. `!` marks requests that may write to the database.
      own: '    404 404 403 201! 201! 404 404',
      foreign: '404 404 403 404 404 201! 404',
      bin: '    404 404 403 404 404 404 404',
      unknown: '404 404 403 404 404 404 404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => {
      await removeLeaveRequests(fixture, findFixtureGroup(fixture, target)?.ids ?? [unknownId]);
      const params = { groupId: getTargetGroupId(fixture, target) };
      return { params, body: { reason: 'I am moving.' } };
    },
  },
  withdrawLeaveRequest: {
    repeat: ['stale-version'],
    rows: {
      // Statuses for the same actors as for `findOwnLeaveRequest`.
      own: '    404 404 403 200! 404 404 404',
      foreign: '404 404 403 404 404 200! 404',
      bin: '    404 404 403 404 404 404 404',
      unknown: '404 404 403 404 404 404 404',
      malformed: '400',
    },
    buildRequest: async (fixture, _actor, target) => ({
      params: { requestId: await addLeaveRequest(fixture, target) },
    }),
  },
  listLeaveRequests: {
    rows: { own: '200', unknown: '200', malformed: '400' },
    buildRequest: (fixture, _actor, target) => ({
      query: { group: getTargetGroupId(fixture, target) },
    }),
  },
  refuseLeaveRequest: {
    repeat: ['stale-version'],
    rows: { own: '200!', foreign: '200!', bin: '404', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => ({
      params: { requestId: await addLeaveRequest(fixture, target) },
      body: { reason: 'Talk to us first.' },
    }),
  },
};
