import * as contract from '#contract/account.ts';
import { getMaxTextBytes } from '#server/http/bodies/body-sizes.ts';
import { type Feature, feature } from '#server/http/feature.ts';
import { setDeviceCookie } from '#server/session/throttle/device-cookie.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail, resendConfirmation } from './confirm-email.ts';
import { requestPasswordReset, resetPassword } from './forgotten-password.ts';
import { registerStudent } from './register.ts';
import { requireSignUpCapacityForFile } from './sign-up-limits.ts';

export const accountFeature: Feature = feature({
  name: 'account',
  contract,
  handlers: {
    register: async ({ services, receive, origin, request }) => {
      const bytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
      if (bytes > getMaxTextBytes(contract.register)) {
        await requireSignUpCapacityForFile(services.db, origin, services.clock());
      }
      return registerStudent(services, origin, await receive());
    },
    confirmEmail: async ({ services, body, origin, reply }) => {
      const done = await confirmEmail(services, origin, body);
      setDeviceCookie(reply, services.config, done.deviceToken);
      return done.reply;
    },
    resendConfirmation: ({ services, caller }) => resendConfirmation(services, caller),
    forgotPassword: ({ services, body, origin }) =>
      requestPasswordReset(services, origin, body.email),
    resetPassword: async ({ services, body, origin, reply }) => {
      const done = await resetPassword(services, origin, body.token, body.password);
      setDeviceCookie(reply, services.config, done.deviceToken);
      return done.reply;
    },
    changePassword: async ({ services, caller, body, reply }) => {
      const done = await changePassword(services, caller, body);
      setDeviceCookie(reply, services.config, done.deviceToken);
      return done.reply;
    },
  },
});
