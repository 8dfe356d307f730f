import type { FastifyReply } from 'fastify';
import type { CertificatesRow, exportCertificates as endpoint } from '#contract/certificates.ts';
import { certificatesStateLabels } from '#contract/rules/certificates-state.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import { createNumberColumn, createTextColumn } from '#server/http/sheets/sheet.ts';
import { listCertificates } from './list-certificates.ts';

const columns = [
  createTextColumn<CertificatesRow>('Student', ({ name }) => name, 24),
  createTextColumn<CertificatesRow>('Roll', ({ roll }) => roll, 16),
  createTextColumn<CertificatesRow>('Group', ({ fypGroupName }) => fypGroupName, 16),
  createTextColumn<CertificatesRow>('Program', ({ program }) => program, 10),
  createTextColumn<CertificatesRow>('Supervisor', ({ supervisor }) => supervisor, 24),
  createTextColumn<CertificatesRow>(
    'Certificates',
    ({ state }) => certificatesStateLabels[state],
    14,
  ),
  createNumberColumn<CertificatesRow>('Accepted', ({ accepted }) => accepted),
  createNumberColumn<CertificatesRow>('Returned', ({ returned }) => returned),
  createNumberColumn<CertificatesRow>('To check', ({ unchecked }) => unchecked),
  createTextColumn<CertificatesRow>('What is missing', ({ sentence }) => sentence, 60),
];

export function exportCertificates(call: EndpointCall<typeof endpoint>): Promise<FastifyReply> {
  const { services, caller, query } = call;
  const { format, ...asked } = query;
  const { q, program, state, cohort } = asked;
  const { code } = getCohort(services.content, cohort);
  return sendExport(call, {
    name: 'Certificates',
    fileName: 'certificates',
    format,
    filter: { cohort: code, q, program, state },
    columns,
    rows: async function* () {
      yield (await listCertificates(services, caller, asked)).rows;
    },
  });
}
