import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/users.ts';
import { serve } from '#server/http/serve.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { register } from './register.ts';
import { updateUser } from './update-user.ts';

export function userRoutes(app: FastifyInstance): void {
  const { services } = app;
  serve(app, contract.register, async ({ receive, origin }) =>
    register(services, origin, await receive()),
  );
  serve(app, contract.confirmEmail, ({ body, origin }) =>
    confirmEmail(services, origin, body.token),
  );
  serve(app, contract.resendConfirmation, ({ caller }) => resendConfirmation(services, caller));
  serve(app, contract.createUser, ({ caller, body }) => createUser(services, caller, body));
  serve(app, contract.listUsers, ({ query }) => listUsers(services.db, query));
  serve(app, contract.updateUser, ({ caller, params, body }) =>
    updateUser(services, caller, params.userId, body),
  );
}
