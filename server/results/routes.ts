import * as contract from '#contract/exports/results.ts';
import { feature } from '#server/http/feature.ts';
import { findSheetByCode } from './check-sheet.ts';
import { exportResultSheet, exportSelectedSheets } from './export-sheets.ts';

export const resultsFeature = feature({
  name: 'results',
  contract,
  handlers: {
    exportResultSheet: (call) => exportResultSheet(call),
    exportResultSheets: (call) => exportSelectedSheets(call),
    checkResultSheet: ({ services, caller, params, query }) =>
      findSheetByCode(services, caller, { ...params, ...query }),
  },
});
