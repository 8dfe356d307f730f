import * as contract from '#contract/exports/results.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { findSheetByCode } from './check-sheet.ts';
import { exportResultSheet, exportSelectedSheets } from './export-sheets.ts';

export const resultsFeature = feature({
  name: 'results',
  contract,
  handlers: {
    exportResultSheet: (call) => runJob(call, (job) => exportResultSheet(call, job)),
    exportResultSheets: (call) => runJob(call, (job) => exportSelectedSheets(call, job)),
    checkResultSheet: ({ services, caller, params, query }) =>
      findSheetByCode(services, caller, { ...params, ...query }),
  },
});
