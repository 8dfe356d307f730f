import * as contract from '#contract/insights.ts';
import { feature } from '#server/http/feature.ts';
import { exportInsight } from './export-insight.ts';
import { findHandedIn } from './find-handed-in.ts';
import { findInsightChoices } from './find-insight-choices.ts';
import { findLoad } from './find-load.ts';
import { findMarksIn } from './find-marks-in.ts';
import { findSpread } from './find-spread.ts';
import { findStrictness } from './find-strictness.ts';
import { findSubmissions } from './find-submissions.ts';

export const insights = feature('insights', contract, {
  findInsightChoices: ({ services, caller }) => findInsightChoices(services, caller),
  findSubmissions: ({ services, caller, query }) => findSubmissions(services, caller, query),
  findHandedIn: ({ services, caller, query }) => findHandedIn(services, caller, query),
  findMarksIn: ({ services, caller, query }) => findMarksIn(services, caller, query),
  findSpread: ({ services, caller, query }) => findSpread(services, caller, query),
  findStrictness: ({ services, caller, query }) => findStrictness(services, caller, query),
  findLoad: ({ services, caller, query }) => findLoad(services, caller, query),
  exportInsight: async (call) => exportInsight(call),
});
