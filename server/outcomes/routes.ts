import * as contract from '#contract/admin/outcomes.ts';
import { feature } from '#server/http/feature.ts';
import { runJob } from '#server/http/work/run-job.ts';
import { exportOutcomeReport } from './export-report.ts';
import { exportOutcomes } from './export-tables.ts';
import { findOutcomes, findOutcomeTrend } from './find-outcomes.ts';
import { listOutcomeStudents } from './list-students.ts';

export const outcomesFeature = feature({
  name: 'outcomes',
  contract,
  handlers: {
    findOutcomes: ({ services, query }) => findOutcomes(services, query.cohort),
    findOutcomeTrend: ({ services, query }) => findOutcomeTrend(services, query.program),
    listOutcomeStudents: ({ services, query }) => listOutcomeStudents(services, query),
    exportOutcomes: (call) => exportOutcomes(call),
    exportOutcomeReport: (call) => runJob(call, (job) => exportOutcomeReport(call, job)),
  },
});
