import * as contract from '#contract/admin/imports.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { importGroups } from './import-groups.ts';
import { importUsers } from './import-users.ts';
import { sendImportTemplate } from './send-template.ts';

/** Each waiting request holds the rows of a file, up to several megabytes. */
const queued = { maxWaiting: 3 };

export const importsFeature = feature({
  name: 'imports',
  contract,
  handlers: {
    importUsers: (call) =>
      runJob(call, (job) => importUsers(call.services, call.caller, call.body, job), queued),
    importGroups: (call) =>
      runJob(call, (job) => importGroups(call.services, call.caller, call.body, job), queued),
    importTemplate: (call) => sendImportTemplate(call),
  },
});
