import * as contract from '#contract/settings/installation.ts';
import { feature } from '#server/http/feature.ts';
import { describeInstallation } from './describe-installation.ts';
import { previewTimeZone } from './preview-time-zone.ts';
import { saveInstallation } from './save-installation.ts';
import { testMailServer } from './test-mail-server.ts';

export const installationFeature = feature({
  name: 'installation',
  reason:
    'Admins set the mail server, time zone, public URL and size limits without access to the server.',
  contract,
  handlers: {
    getInstallation: async ({ services }) => {
      // Another process may have saved within the last second. The version must belong to the values.
      await services.content.refresh();
      return describeInstallation(services);
    },
    saveInstallation: ({ services, caller, body, request }) =>
      saveInstallation(services, caller, body, request.headers.origin),
    previewTimeZone: ({ services, query }) => previewTimeZone(services, query.timeZone),
    testMailServer: ({ services, caller }) => testMailServer(services, caller),
  },
});
