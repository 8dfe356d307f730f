import type { FastifyReply } from 'fastify';
import type {
  exportInsight as endpoint,
  InsightChart,
  InsightRows,
  MarkDistributionFilter,
} from '#contract/insights.ts';
import { Problem } from '#contract/problem.ts';
import { type InsightColumn, insightTables } from '#contract/rules/insight-tables.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createDateColumn,
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import { countDailySubmissions } from './daily.ts';
import { countSubmissions } from './find-handed-in.ts';
import { countSupervisorLoad } from './find-load.ts';
import { countMarksByMilestone } from './find-marks-in.ts';
import { computeMarkDistributions } from './find-spread.ts';
import { compareMarkers } from './find-strictness.ts';
import { type InsightData, ofSupervisor, readInsightData } from './read-groups.ts';

const charts: {
  [Chart in InsightChart]: (
    data: InsightData,
    filter: MarkDistributionFilter,
  ) => InsightRows[Chart][];
} = {
  submissions: countDailySubmissions,
  'handed-in': countSubmissions,
  'marks-in': countMarksByMilestone,
  spread: computeMarkDistributions,
  strictness: (data, { supervisor }) => compareMarkers(data, supervisor),
  load: countSupervisorLoad,
};

/** Exports a chart. Throws `forbidden` for the strictness chart unless the caller is an admin. */
export function exportInsight(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { chart } = call.params;
  if (chart === 'strictness' && call.caller.role !== 'admin') {
    throw new Problem('forbidden', 'The strictness of markers is available to admins only.');
  }
  return sendChart(call, chart);
}

function sendChart<Chart extends InsightChart>(
  call: EndpointCall<typeof endpoint>,
  chart: Chart,
): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, by, milestone, ...filter } = query;
  const asked = chart === 'spread' ? { by, milestone, ...filter } : filter;
  const { name, columns } = insightTables[chart];
  return replyWithExport(call, {
    name,
    fileName: chart,
    format,
    filter: asked,
    columns: columns.map(columnOf),
    rows: async function* () {
      const { supervisor, ...wider } = filter;
      const all = await readInsightData(services, caller, wider);
      const data = chart === 'strictness' ? all : ofSupervisor(all, supervisor);
      yield charts[chart](data, { by, milestone, ...filter });
    },
  });
}

function columnOf<Row>({ title, type, of }: InsightColumn<Row>): SheetColumn<Row> {
  if (type === 'number') return createNumberColumn(title, (row) => Number(of(row)));
  return (type === 'date' ? createDateColumn : createTextColumn)(title, (row: Row) =>
    String(of(row)),
  );
}
