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
import type { Caller, EndpointCall } from '#server/http/serve.ts';
import {
  createDateColumn,
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import type { Services } from '#server/services.ts';
import { countSubmissions } from './find-handed-in.ts';
import { findSupervisorLoad } from './find-load.ts';
import { countMarksByMilestone } from './find-marks-in.ts';
import { findMarkDistributions } from './find-spread.ts';
import { findMarkerStrictness } from './find-strictness.ts';
import { findDailySubmissions } from './find-submissions.ts';

const finders: {
  [Chart in InsightChart]: (
    services: Services,
    caller: Caller,
    filter: MarkDistributionFilter,
  ) => Promise<InsightRows[Chart][]>;
} = {
  submissions: findDailySubmissions,
  'handed-in': countSubmissions,
  'marks-in': countMarksByMilestone,
  spread: async (...asked) => (await findMarkDistributions(...asked)).rows,
  strictness: findMarkerStrictness,
  load: findSupervisorLoad,
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
  const find = finders[chart];
  return replyWithExport(call, {
    name,
    fileName: chart,
    format,
    filter: asked,
    columns: columns.map(columnOf),
    rows: async function* () {
      yield await find(services, caller, { by, milestone, ...filter });
    },
  });
}

function columnOf<Row>({ title, type, of }: InsightColumn<Row>): SheetColumn<Row> {
  if (type === 'number') return createNumberColumn(title, (row) => Number(of(row)));
  return (type === 'date' ? createDateColumn : createTextColumn)(title, (row: Row) =>
    String(of(row)),
  );
}
