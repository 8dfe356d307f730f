import type { FastifyReply } from 'fastify';
import type {
  exportInsight as endpoint,
  InsightChart,
  InsightRows,
  MarkDistributionFilter,
} from '#contract/insights.ts';
import { Problem } from '#contract/problem.ts';
import { type InsightColumn, insightTables } from '#contract/rules/insight-tables.ts';
import { getKindLabel } from '#contract/settings/kinds.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { CohortContext } from '#server/content/read-settings.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createDateColumn,
  createNumberColumn,
  createTextColumn,
  type SheetColumn,
} from '#server/http/sheets/sheet.ts';
import { chartDailySubmissions } from './daily.ts';
import { chartSubmissions } from './find-handed-in.ts';
import { chartSupervisorLoad } from './find-load.ts';
import { chartMarksByMilestone } from './find-marks-in.ts';
import { chartMarkDistributions } from './find-spread.ts';
import { chartStrictness } from './find-strictness.ts';
import { type Chart, fillCharts } from './read-groups.ts';

const charts: {
  [Name in InsightChart]: (
    cohort: CohortContent,
    filter: MarkDistributionFilter,
    context: CohortContext,
  ) => Chart<InsightRows[Name]>;
} = {
  submissions: (cohort, _filter, context) => chartDailySubmissions(cohort, context),
  'handed-in': (_cohort, _filter, { modules }) => chartSubmissions(modules),
  'marks-in': chartMarksByMilestone,
  spread: chartMarkDistributions,
  strictness: (cohort, { supervisor }) => chartStrictness(cohort, supervisor),
  load: chartSupervisorLoad,
};

/** Exports a chart. Throws `forbidden` for the strictness chart unless the caller is an admin. */
export function exportInsight(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { chart } = call.params;
  if (chart === 'strictness' && call.caller.role !== 'admin') {
    throw new Problem('forbidden', 'Only admins can see how strict markers are.');
  }
  return sendChart(call, chart);
}

function sendChart<Name extends InsightChart>(
  call: EndpointCall<typeof endpoint>,
  chart: Name,
): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, by, milestone, ...filter } = query;
  const asked = chart === 'spread' ? { by, milestone, ...filter } : filter;
  const cohort = getCohort(services.content, filter.cohort);
  const { name, getColumns } = insightTables[chart];
  return replyWithExport(call, {
    name,
    fileName: chart,
    format,
    filter: asked,
    columns: getColumns((kind) => getKindLabel(cohort.kinds, kind)).map(columnOf),
    rows: async function* () {
      const { supervisor, ...wider } = filter;
      const built = charts[chart](cohort, { by, milestone, ...filter }, services.content);
      await fillCharts(services, caller, chart === 'strictness' ? wider : filter, [built]);
      yield built.getRows();
    },
  });
}

function columnOf<Row>({ title, type, of, module }: InsightColumn<Row>): SheetColumn<Row> {
  const column =
    type === 'number'
      ? createNumberColumn(title, (row: Row) => Number(of(row)))
      : (type === 'date' ? createDateColumn : createTextColumn)(title, (row: Row) =>
          String(of(row)),
        );
  return { ...column, ...(module && { module }) };
}
