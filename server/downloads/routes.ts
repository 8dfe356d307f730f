import * as contract from '#contract/exports/downloads.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { exportDownload } from './export-download.ts';
import { prepareDownload } from './prepare-download.ts';

export const downloadsFeature = feature({
  name: 'downloads',
  contract,
  handlers: {
    prepareDownload: (call) =>
      runJob(call, (job) => prepareDownload(call.services, call.caller, call.body, job)),
    exportDownload: (call) => runJob(call, (job) => exportDownload(call, job)),
  },
});
