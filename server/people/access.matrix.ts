import { changePeople, listPeopleChanges, undoPeopleChange } from '#contract/people.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
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
};
