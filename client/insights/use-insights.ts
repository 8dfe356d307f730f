import { useListRead } from '#client/api/lists/use-list-read.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { findInsights } from '#contract/insights.ts';
import type { InsightFilterState } from './use-insight-filters.ts';

const emptyReply = { submissions: [], handedIn: [], marksIn: [], load: [] };

/** Loads all charts in one request, except the distribution of marks. */
export const useInsights = ({ filter, unknown }: InsightFilterState) =>
  useListRead(
    findInsights,
    { query: filter },
    { unknown, nothing: emptyReply, failure: 'Couldn’t load the charts', keepsPrevious: true },
  );

export type InsightsQuery = ReturnType<typeof useInsights>;

/** Returns the state of the request, with the rows of one chart as its data. */
export const selectChartRows = <Row>(
  read: InsightsQuery,
  of: (reply: EndpointReply<typeof findInsights>) => Row[],
) => ({ ...read, data: read.data && of(read.data) });
