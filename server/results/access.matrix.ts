import { type Ask, groupIdOf, type Matrix, unknownId } from '#server/test/matrix/ask.ts';

const askOne: Ask = (fixture, _actor, target) => {
  const group = target === 'mateOnly' ? 'own' : target;
  const mate = fixture.groups.own.ids[1] ?? unknownId;
  return {
    params: { groupId: groupIdOf(fixture, group) },
    query: target === 'mateOnly' ? { member: mate } : {},
  };
};

export const matrix: Matrix = {
  exportResultSheet: {
    rows: {
      // fresh binned claimer member mate other former super examiner namesake faculty admin
      own: '     404 404 404 200 200 404 404 200! 200! 404 404  200!',
      mateOnly: '404 404 404 404 200 404 404 200! 200! 404 404  200!',
      foreign: ' 404 404 404 404 404 200 404 404  404  404 200! 200!',
      bin: '404',
      unknown: '404',
      malformed: '400',
    },
    ask: askOne,
  },
  exportResultSheets: {
    rows: {
      // super examiner namesake faculty admin
      own: '    200! 200! 404 404  200!',
      foreign: '404  404  404 200! 200!',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    ask: (fixture, _actor, target) => ({ body: { groupIds: [groupIdOf(fixture, target)] } }),
  },
  checkResultSheet: {
    rows: {
      // super examiner namesake faculty admin
      own: '    200 200 404 404 200',
      foreign: '404 404 404 200 200',
      bin: '    404',
      unknown: '404',
      malformed: '400',
    },
    ask: (fixture, _actor, target) => ({
      params: { groupId: groupIdOf(fixture, target) },
      query: { code: '0123456789abcdef' },
    }),
  },
};
