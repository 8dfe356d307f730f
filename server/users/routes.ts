import * as contract from '#contract/users.ts';
import { streamList } from '#server/http/bodies/send-list.ts';
import { feature } from '#server/http/feature.ts';
import { createUser } from './create-user.ts';
import { usersDeskParts } from './desk.ts';
import { userEmailSamples } from './email-samples.ts';
import { exportUsers } from './export-users.ts';
import { listUsers } from './list-users.ts';
import { updateUser } from './update-user.ts';

export const usersFeature = feature({
  name: 'users',
  contract,
  desk: usersDeskParts,
  emailSamples: userEmailSamples,
  handlers: {
    createUser: ({ services, caller, body }) => createUser(services, caller, body),
    listUsers: async ({ services, query, reply }) => {
      const { users, total } = await listUsers(services.db, query);
      return streamList(reply, { name: 'users', item: contract.User, rest: { total } }, users);
    },
    exportUsers: (call) => exportUsers(call),
    updateUser: ({ services, caller, params, body }) =>
      updateUser(services, caller, params.userId, body),
  },
});
