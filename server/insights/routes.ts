import * as contract from '#contract/insights.ts';
import { feature } from '#server/http/feature.ts';
import { exportInsight } from './export-insight.ts';
import { findInsightChoices } from './find-insight-choices.ts';
import { findInsights, findSpread } from './find-insights.ts';

export const insightsFeature = feature({
  name: 'insights',
  contract,
  handlers: {
    findInsightChoices: ({ services, caller }) => findInsightChoices(services, caller),
    findInsights: ({ services, caller, query }) => findInsights(services, caller, query),
    findSpread: ({ services, caller, query }) => findSpread(services, caller, query),
    exportInsight: async (call) => exportInsight(call),
  },
});
