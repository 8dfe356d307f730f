import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.ts';
import { serve } from '#server/http/serve.ts';
import { forgotPassword, resetPassword } from './forgotten-password.ts';
import { login } from './login.ts';
import { changePassword, endOwnSession, listOwnSessions, logout } from './own-account.ts';
import { fileCookie, identify, longestMs } from './sessions.ts';

export function sessionRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { publicUrl } = services.config;
  const cookieName = fileCookie.nameFor(publicUrl);
  const cookie = {
    path: fileCookie.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const;

  serve(app, contract.login, async ({ body, origin, request, reply }) => {
    const device = request.headers['user-agent'];
    const before = await identify(services, request);
    const from = { device, before: before?.sessionId };
    const { reply: answer, fileToken } = await login(services, body, origin, from);
    reply.setCookie(cookieName, fileToken, { ...cookie, maxAge: longestMs / 1000 });
    return answer;
  });

  serve(app, contract.logout, async ({ caller, reply }) => {
    await logout(services, caller);
    reply.clearCookie(cookieName, cookie);
    return { message: 'You are logged out.' };
  });

  serve(app, contract.forgotPassword, ({ body, origin }) =>
    forgotPassword(services, origin, body.email),
  );
  serve(app, contract.resetPassword, ({ body, origin }) =>
    resetPassword(services, origin, body.token, body.password),
  );
  serve(app, contract.changePassword, ({ caller, body }) => changePassword(services, caller, body));
  serve(app, contract.listSessions, ({ caller }) => listOwnSessions(services.db, caller));
  serve(app, contract.endSession, ({ caller, params }) =>
    endOwnSession(services, caller, params.sessionId),
  );
}
