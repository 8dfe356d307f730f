import * as contract from '#contract/settings/settings.ts';
import { feature } from '#server/http/feature.ts';
import { convertScheme } from './convert-scheme.ts';
import { getSetting, listSettingVersions } from './get-setting.ts';
import { getSettingsFiles } from './get-settings-files.ts';
import { importSettings } from './import-settings.ts';
import { previewDeadlines } from './preview-deadlines.ts';
import { saveSetting } from './save-setting.ts';

export const settingsFeature = feature({
  name: 'settings',
  contract,
  handlers: {
    getSetting: ({ services, params, query }) => getSetting(services, params.name, query),
    listSettingVersions: ({ services, params, query }) =>
      listSettingVersions(services, params.name, query.cohort),
    saveSetting: ({ services, caller, params, query, body }) =>
      saveSetting(services, caller, { name: params.name, cohort: query.cohort, ...body }),
    previewDeadlines: ({ services, caller, query, body }) =>
      previewDeadlines(services, caller, query.cohort, body.value),
    convertScheme: ({ services, caller, query, body }) =>
      convertScheme(services, caller, query.cohort, body),
    getSettingsFiles: ({ services, query }) => getSettingsFiles(services, query.cohort),
    importSettings: ({ services, caller, query, body }) =>
      importSettings(services, caller, query.cohort, body),
  },
});
