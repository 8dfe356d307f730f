import {
  type AccessMatrix,
  getTargetGroupId,
  type MatrixRequestBuilder,
  unknownId,
} from '#server/test/matrix/requests.ts';

const askOne: MatrixRequestBuilder = (fixture, _actor, target) => {
  const group = target === 'mateOnly' ? 'own' : target;
  const mate = fixture.groups.own.ids[1] ?? unknownId;
  return {
    params: { groupId: getTargetGroupId(fixture, group) },
    query: target === 'mateOnly' ? { member: mate } : {},
  };
};

export const accessMatrix: AccessMatrix = {
  exportResultSheet: {
    rows: {
      // Expected HTTP status for each actor (see `rows.ts`): a student without a group, a student whose group is in the
      // bin, a student whose unconfirmed email address matches a group member’s, the group member who owns the sheet,
      // another member of the same group, a member of another group, a former admin, the group’s supervisor, its
      // examiner, a namesake of the supervisor, the supervisor of another group, an admin. `!` marks a request that
      // writes.
      own: '     404 404 404 200 200 404 404 200! 200! 404 404  200!',
      mateOnly: '404 404 404 404 200 404 404 200! 200! 404 404  200!',
      foreign: ' 404 404 404 404 404 200 404 404  404  404 200! 200!',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: askOne,
  },
  exportResultSheets: {
    repeat: { adds: 'an export, and its entry' },
    rows: {
      // Expected HTTP status for each actor (see `rows.ts`): the group’s supervisor, its examiner, a namesake of the
      // supervisor, the supervisor of another group, an admin. `!` marks a request that writes.
      own: '    200! 200! 404 404  200!',
      foreign: '404  404  404 200! 200!',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      body: { groupIds: [getTargetGroupId(fixture, target)] },
    }),
  },
  checkResultSheet: {
    rows: {
      // Expected HTTP status for each actor (see `rows.ts`): the group’s supervisor, its examiner, a namesake of the
      // supervisor, the supervisor of another group, an admin. `!` marks a request that writes.
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: (fixture, _actor, target) => ({
      params: { groupId: getTargetGroupId(fixture, target) },
      query: { code: '0123456789abcdef' },
    }),
  },
};
