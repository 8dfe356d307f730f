import type { FastifyReply } from 'fastify';
import { certificatesStateLabels } from '#contract/rules/certificates-state.ts';
import type {
  exportCertificates as endpoint,
  MemberCertificatesSummary,
} from '#contract/students/certificates.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { createNumberColumn, createTextColumn } from '#server/http/sheets/sheet.ts';
import { listCertificates } from './list-certificates.ts';

const rowsAtOnce = 500;

const columns = [
  createTextColumn<MemberCertificatesSummary>('Student', ({ name }) => name, 24),
  createTextColumn<MemberCertificatesSummary>('Roll', ({ roll }) => roll, 16),
  createTextColumn<MemberCertificatesSummary>('Group', ({ fypGroupName }) => fypGroupName, 16),
  createTextColumn<MemberCertificatesSummary>('Program', ({ program }) => program, 10),
  createTextColumn<MemberCertificatesSummary>('Supervisor', ({ supervisor }) => supervisor, 24),
  createTextColumn<MemberCertificatesSummary>(
    'Certificates',
    ({ state }) => certificatesStateLabels[state],
    14,
  ),
  createNumberColumn<MemberCertificatesSummary>('Accepted', ({ accepted }) => accepted),
  createNumberColumn<MemberCertificatesSummary>('Returned', ({ returned }) => returned),
  createNumberColumn<MemberCertificatesSummary>('To check', ({ unchecked }) => unchecked),
  createTextColumn<MemberCertificatesSummary>('What is missing', ({ sentence }) => sentence, 60),
];

export function exportCertificates(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, ...asked } = query;
  const { q, program, state, cohort } = asked;
  const { code } = getCohort(services.content, cohort);
  return replyWithExport(call, {
    name: 'Certificates',
    fileName: 'certificates',
    format,
    filter: { cohort: code, q, program, state },
    columns,
    rows: async function* () {
      yield* toBatches((await listCertificates(services, caller, asked)).rows, rowsAtOnce);
    },
  });
}
