import { useListRead } from '#client/api/lists/use-list-read.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { findInsights } from '#contract/insights.ts';
import type { InsightFilterState } from './use-insight-filters.ts';

const emptyReply = { submissions: [], handedIn: [], marksIn: [], load: [] };

/** Loads the data of all charts except the distribution of marks in one request. They share their filters. */
export const useInsights = ({ filter, unknown }: InsightFilterState) =>
  useListRead(
    findInsights,
    { query: filter },
    { unknown, nothing: emptyReply, failure: 'Failed to load the charts', keepsPrevious: true },
  );

export type InsightsRead = ReturnType<typeof useInsights>;

/** Returns the request's state with one chart's rows as its data. */
export const selectChartRows = <Row>(
  read: InsightsRead,
  of: (reply: ReplyOf<typeof findInsights>) => Row[],
) => ({ ...read, data: read.data && of(read.data) });
