import * as moves from '#contract/settings/deadline-moves.ts';
import * as settings from '#contract/settings/settings.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { convertScheme } from './convert-scheme.ts';
import { getSetting, listSettingVersions } from './get-setting.ts';
import { getSettingsFiles } from './get-settings-files.ts';
import { announceDeadlineMoves } from './moves/announce-deadline-moves.ts';
import { findDeadlineMoves } from './moves/find-deadline-moves.ts';
import { previewDeadlines } from './preview-deadlines.ts';
import { saveSetting } from './save-setting.ts';

/** Each waiting request holds pictures, up to a megabyte. */
const queued = { maxWaiting: 3 };

export const settingsFeature = feature({
  name: 'settings',
  contract: { ...settings, ...moves },
  handlers: {
    getSetting: ({ services, params, query }) => getSetting(services, params.name, query),
    listSettingVersions: ({ services, params, query }) =>
      listSettingVersions(services, params.name, query.cohort),
    saveSetting: (call) => {
      const { services, caller, params, query, body } = call;
      const input = { name: params.name, cohort: query.cohort, ...body };
      return saveSetting(services, caller, input, (work) => runJob(call, work, queued));
    },
    previewDeadlines: ({ services, caller, query, body }) =>
      previewDeadlines(services, caller, query.cohort, body.value),
    findDeadlineMoves: ({ services, query }) => findDeadlineMoves(services, query.cohort),
    announceDeadlineMoves: ({ services, caller, query, body }) =>
      announceDeadlineMoves(services, caller, query.cohort, body.version),
    convertScheme: ({ services, caller, query, body }) =>
      convertScheme(services, caller, query.cohort, body),
    getSettingsFiles: (call) =>
      runJob(call, (job) => getSettingsFiles(call.services, call.query.cohort, job)),
  },
});
