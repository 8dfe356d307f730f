import * as contract from '#contract/exports/downloads.ts';
import { feature } from '#server/http/feature.ts';
import { exportDownload } from './export-download.ts';
import { prepareDownload } from './prepare-download.ts';

export const downloadsFeature = feature({
  name: 'downloads',
  contract,
  handlers: {
    prepareDownload: ({ services, caller, body }) => prepareDownload(services, caller, body),
    exportDownload: (call) => exportDownload(call),
  },
});
