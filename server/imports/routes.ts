import * as contract from '#contract/admin/imports.ts';
import { feature } from '#server/http/feature.ts';
import { importGroups } from './import-groups.ts';
import { importUsers } from './import-users.ts';
import { sendImportTemplate } from './send-template.ts';

export const importsFeature = feature({
  name: 'imports',
  contract,
  handlers: {
    importUsers: ({ services, caller, body, request }) =>
      importUsers(services, caller, body, () => request.raw.socket.destroyed),
    importGroups: ({ services, caller, body }) => importGroups(services, caller, body),
    importTemplate: async (call) => sendImportTemplate(call),
  },
});
