import * as contract from '#contract/downloads.ts';
import { feature } from '#server/http/feature.ts';
import { exportDownload } from './export-download.ts';
import { prepareDownload } from './prepare-download.ts';

export const downloads = feature('downloads', contract, {
  prepareDownload: ({ services, caller, body }) => prepareDownload(services, caller, body),
  exportDownload: (call) => exportDownload(call),
});
