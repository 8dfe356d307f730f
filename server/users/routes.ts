import * as contract from '#contract/users.ts';
import { feature } from '#server/http/feature.ts';
import { sendList } from '#server/http/send-list.ts';
import { setDeviceCookie } from '#server/session/device-cookie.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { register } from './register.ts';
import { requireSignUps } from './sign-up-limits.ts';
import { updateUser } from './update-user.ts';

export const users = feature('users', contract, {
  register: async ({ services, receive, origin }) => {
    await requireSignUps(services.db, origin, services.clock());
    return register(services, origin, await receive());
  },
  confirmEmail: async ({ services, body, origin, reply }) => {
    const done = await confirmEmail(services, origin, body);
    setDeviceCookie(reply, services.config, done.deviceToken);
    return done.reply;
  },
  resendConfirmation: ({ services, caller }) => resendConfirmation(services, caller),
  createUser: ({ services, caller, body }) => createUser(services, caller, body),
  listUsers: async ({ services, query, reply }) => {
    const { users, total } = await listUsers(services.db, query);
    return sendList(reply, { name: 'users', item: contract.User, rest: { total } }, users);
  },
  updateUser: ({ services, caller, params, body }) =>
    updateUser(services, caller, params.userId, body),
});
