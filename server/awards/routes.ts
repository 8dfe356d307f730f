import * as contract from '#contract/exports/awards.ts';
import { feature } from '#server/http/feature.ts';
import { exportAwards } from './export-awards.ts';

export const awardsFeature = feature({
  name: 'awards',
  contract,
  handlers: {
    exportAwards: (call) => exportAwards(call),
  },
});
