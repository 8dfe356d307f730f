import { enter } from '#server/test/matrix/actors.ts';
import {
  addAccount,
  blockedNow,
  createSessionToEnd,
  type Matrix,
  newPerson,
  unknownId,
} from '#server/test/matrix/ask.ts';
import { password } from '#tools/test/people.ts';

export const matrix: Matrix = {
  login: {
    rows: { right: '200!', wrong: '401', unknown: '401', blocked: '403', malformed: '400' },
    ask: async (fixture, actor, target) => {
      if (target === 'malformed') return { body: { email: 'no address', password } };
      if (target === 'unknown') return { body: { email: newPerson().email, password } };
      const { email } = await addAccount(fixture, target === 'blocked' ? blockedNow(fixture) : {});
      const body = { email, password: target === 'wrong' ? 'a wrong passphrase' : password };
      return { ...(await createSessionToEnd(fixture, actor)), body };
    },
  },
  findSession: { rows: { '-': '200' }, ask: () => ({}) },
  logout: { rows: { '-': '200!' }, ask: createSessionToEnd },
  listSessions: {
    // The file cookie does not authenticate API requests.
    rows: { '-': '200', byCookie: '401' },
    ask: () => ({}),
    variants: (target) => (target === 'byCookie' ? ['cookie'] : ['GET', 'HEAD']),
  },
  endSession: {
    rows: { self: '200!', foreign: '404', unknown: '404', malformed: '400' },
    ask: async ({ portal, live }, actor, target) => {
      const sessionIdOf = async () => {
        if (target === 'malformed') return '1';
        if (target === 'unknown') return unknownId;
        if (target === 'foreign') {
          return (actor === live.mate ? live.member : live.mate)?.sessionId;
        }
        const isLive = Object.values(live).includes(actor);
        return isLive ? (await enter(portal, actor)).sessionId : actor.sessionId;
      };
      return { params: { sessionId: await sessionIdOf() } };
    },
  },
};
