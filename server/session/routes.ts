import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/session.ts';
import { serve } from '#server/http/serve.ts';
import { login } from './login.ts';
import { endSession, fileCookie, longestMs } from './sessions.ts';

export function sessionRoutes(app: FastifyInstance): void {
  const { services } = app;
  const cookie = {
    path: fileCookie.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: services.config.publicUrl.startsWith('https:'),
  } as const;

  serve(app, contract.login, async ({ body, reply }) => {
    const { reply: answer, fileToken } = await login(services, body);
    reply.setCookie(fileCookie.name, fileToken, { ...cookie, maxAge: longestMs / 1000 });
    return answer;
  });

  serve(app, contract.logout, async ({ caller, reply }) => {
    await endSession(services.db, caller.sessionId);
    reply.clearCookie(fileCookie.name, cookie);
    return { message: 'You are logged out.' };
  });
}
