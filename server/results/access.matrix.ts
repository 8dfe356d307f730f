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
      // Expected HTTP statuses for all actors except `gone`, in the order of `columns` in server/test/matrix/rows.ts,
      // which describes the actors. `!` marks requests that may write to the database.
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
