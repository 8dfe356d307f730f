import { feature } from '#server/http/feature.ts';
import { updateGroupSummaries } from './update-summaries.ts';

export const summariesFeature = feature({
  name: 'summaries',
  contract: {},
  jobs: [{ run: updateGroupSummaries }],
  handlers: {},
});
