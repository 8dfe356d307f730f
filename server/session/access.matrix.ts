import { openActorSession } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  addTargetAccount,
  buildBlockedUserColumns,
  buildNewPerson,
  createSessionToEnd,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { testUserPassword } from '#tools/test/people.ts';

export const accessMatrix: AccessMatrix = {
  login: {
    repeat: { adds: 'a session' },
    rows: { right: '200!', wrong: '401', unknown: '401', blocked: '403', malformed: '400' },
    buildRequest: async (fixture, actor, target) => {
      if (target === 'malformed')
        return { body: { email: 'no address', password: testUserPassword } };
      if (target === 'unknown')
        return { body: { email: buildNewPerson().email, password: testUserPassword } };
      const { email } = await addTargetAccount(
        fixture,
        target === 'blocked' ? buildBlockedUserColumns(fixture) : {},
      );
      const body = {
        email,
        password: target === 'wrong' ? 'a wrong passphrase' : testUserPassword,
      };
      return { ...(await createSessionToEnd(fixture, actor)), body };
    },
  },
  findSession: { rows: { '-': '200' }, buildRequest: () => ({}) },
  logout: { repeat: ['signed-out'], rows: { '-': '200!' }, buildRequest: createSessionToEnd },
  listSessions: {
    rows: { '-': '200', byCookie: '401' },
    buildRequest: () => ({}),
    variants: (target) => (target === 'byCookie' ? ['cookie'] : ['GET', 'HEAD']),
  },
  endSession: {
    repeat: ['not-found'],
    rows: { self: '200!', foreign: '404', unknown: '404', malformed: '400' },
    buildRequest: async ({ portal, live }, actor, target) => {
      const sessionIdOf = async () => {
        if (target === 'malformed') return '1';
        if (target === 'unknown') return unknownId;
        if (target === 'foreign') {
          return (actor === live.mate ? live.member : live.mate)?.sessionId;
        }
        const isLive = Object.values(live).includes(actor);
        return isLive ? (await openActorSession(portal, actor)).sessionId : actor.sessionId;
      };
      return { params: { sessionId: await sessionIdOf() } };
    },
  },
};
