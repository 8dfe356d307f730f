import * as contract from '#contract/session.ts';
import { type Feature, feature } from '#server/http/feature.ts';
import { clearFileAccessCookie, setFileAccessCookie } from './file-cookie.ts';
import { findOwnSession, login } from './login.ts';
import { endOwnSession, listOwnSessions, logout } from './own-sessions.ts';
import { deleteExpiredSessionData, findSessionId } from './sessions.ts';
import { deviceCookieName, setDeviceCookie } from './throttle/device-cookie.ts';

export const sessionFeature: Feature = feature({
  name: 'session',
  contract,
  jobs: [{ run: deleteExpiredSessionData, deletesByAge: true }],
  handlers: {
    login: async ({ services, body, origin, request, reply }) => {
      const done = await login(services, body, origin, {
        agent: request.headers['user-agent'],
        device: request.cookies[deviceCookieName(services.config)],
        findPrevious: (db) => findSessionId(db, request, services.clock()),
      });
      setFileAccessCookie(reply, services.config, done.fileToken);
      setDeviceCookie(reply, services.config, done.deviceToken);
      return done.reply;
    },
    findSession: ({ services, caller }) => findOwnSession(services.db, caller),
    logout: async ({ services, caller, reply }) => {
      await logout(services, caller);
      clearFileAccessCookie(reply, services.config);
      return { message: 'You are logged out.' };
    },
    listSessions: ({ services, caller }) => listOwnSessions(services.db, caller),
    endSession: ({ services, caller, params }) => endOwnSession(services, caller, params.sessionId),
  },
});
