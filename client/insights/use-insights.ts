import { useListRead } from '#client/api/use-list-read.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { findInsights } from '#contract/insights.ts';
import type { InsightAddress } from './use-insight-address.ts';

const nothing = { submissions: [], handedIn: [], marksIn: [], load: [] };

/** What all charts but the distribution of marks are drawn from: one call, since they are narrowed alike. */
export const useInsights = ({ filter, unknown }: InsightAddress) =>
  useListRead(
    findInsights,
    { query: filter },
    { unknown, nothing, failure: 'Failed to load the charts', keepsPrevious: true },
  );

export type InsightsRead = ReturnType<typeof useInsights>;

/** The rows of one chart, as if they had been read alone. */
export const rowsOf = <Row>(
  read: InsightsRead,
  of: (reply: ReplyOf<typeof findInsights>) => Row[],
) => ({ ...read, data: read.data && of(read.data) });
