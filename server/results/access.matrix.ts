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
      // Statuses for a student without a group, one with a group in the bin, one with a member's unconfirmed email, the
      // sheet's owner, another member, a member of another group, a former admin, the supervisor, the examiner, a
      // namesake of the supervisor, another supervisor, and an admin. `!` marks a write.
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
      // Statuses for supervisor, examiner, the supervisor's namesake, another supervisor and admin. `!` marks a write.
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
      // Statuses for supervisor, examiner, the supervisor's namesake, another supervisor and admin.
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
