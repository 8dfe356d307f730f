import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.ts';
import { serve } from '#server/http/serve.ts';
import { changePassword } from './change-password.ts';
import { deviceCookieName, setDeviceCookie } from './device-cookie.ts';
import { forgotPassword, resetPassword } from './forgotten-password.ts';
import { login } from './login.ts';
import { endOwnSession, listOwnSessions, logout } from './own-account.ts';
import { fileCookie, identify, longestMs } from './sessions.ts';

export function sessionRoutes(app: FastifyInstance): void {
  const { services } = app;
  const { config } = services;
  const cookieName = fileCookie.nameFor(config.publicUrl);
  const cookie = {
    path: fileCookie.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
  } as const;

  serve(app, contract.login, async ({ body, origin, request, reply }) => {
    const before = await identify(services, request);
    const { reply: answer, ...tokens } = await login(services, body, origin, {
      agent: request.headers['user-agent'],
      device: request.cookies[deviceCookieName(config)],
      before: before?.sessionId,
    });
    reply.setCookie(cookieName, tokens.fileToken, { ...cookie, maxAge: longestMs / 1000 });
    setDeviceCookie(reply, config, tokens.deviceToken);
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
  serve(app, contract.resetPassword, async ({ body, origin, reply }) => {
    const done = await resetPassword(services, origin, body.token, body.password);
    setDeviceCookie(reply, config, done.deviceToken);
    return done.reply;
  });
  serve(app, contract.changePassword, async ({ caller, body, reply }) => {
    const done = await changePassword(services, caller, body);
    setDeviceCookie(reply, config, done.deviceToken);
    return done.reply;
  });
  serve(app, contract.listSessions, ({ caller }) => listOwnSessions(services.db, caller));
  serve(app, contract.endSession, ({ caller, params }) =>
    endOwnSession(services, caller, params.sessionId),
  );
}
