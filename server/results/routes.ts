import * as contract from '#contract/results.ts';
import { feature } from '#server/http/feature.ts';
import { checkSheet } from './check-sheet.ts';
import { exportResultSheet, exportSelectedSheets } from './export-sheets.ts';

export const results = feature({
  name: 'results',
  contract,
  handlers: {
    exportResultSheet: (call) => exportResultSheet(call),
    exportResultSheets: (call) => exportSelectedSheets(call),
    checkResultSheet: ({ services, caller, params, query }) =>
      checkSheet(services, caller, { ...params, ...query }),
  },
});
