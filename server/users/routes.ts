import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/users.ts';
import { sendList } from '#server/http/send-list.ts';
import { serve } from '#server/http/serve.ts';
import { setDeviceCookie } from '#server/session/device-cookie.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { register } from './register.ts';
import { requireSignUps } from './sign-up-limits.ts';
import { updateUser } from './update-user.ts';

export function userRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.register, async ({ receive, origin }) => {
    await requireSignUps(services.db, origin, services.clock());
    return register(services, origin, await receive());
  });
  serve(app, contract.confirmEmail, async ({ body, origin, reply }) => {
    const done = await confirmEmail(services, origin, body);
    setDeviceCookie(reply, services.config, done.deviceToken);
    return done.reply;
  });
  serve(app, contract.resendConfirmation, ({ caller }) => resendConfirmation(services, caller));
  serve(app, contract.createUser, ({ caller, body }) => createUser(services, caller, body));
  serve(app, contract.listUsers, async ({ query, reply }) => {
    const { users, total } = await listUsers(services.db, query);
    return sendList(reply, { name: 'users', item: contract.User, rest: { total } }, users);
  });
  serve(app, contract.updateUser, ({ caller, params, body }) =>
    updateUser(services, caller, params.userId, body),
  );
}
