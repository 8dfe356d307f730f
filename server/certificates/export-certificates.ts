import type { FastifyReply } from 'fastify';
import type { CertificatesRow, exportCertificates as endpoint } from '#contract/certificates.ts';
import { certificatesStateLabels } from '#contract/rules/certificates-state.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Call } from '#server/http/serve.ts';
import { numberColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { listCertificates } from './list-certificates.ts';

const columns = [
  textColumn<CertificatesRow>('Student', ({ name }) => name, 24),
  textColumn<CertificatesRow>('Roll', ({ roll }) => roll, 16),
  textColumn<CertificatesRow>('Group', ({ fypGroupName }) => fypGroupName, 16),
  textColumn<CertificatesRow>('Program', ({ program }) => program, 10),
  textColumn<CertificatesRow>('Supervisor', ({ supervisor }) => supervisor, 24),
  textColumn<CertificatesRow>('Certificates', ({ state }) => certificatesStateLabels[state], 14),
  numberColumn<CertificatesRow>('Accepted', ({ accepted }) => accepted),
  numberColumn<CertificatesRow>('Returned', ({ returned }) => returned),
  numberColumn<CertificatesRow>('To check', ({ unchecked }) => unchecked),
  textColumn<CertificatesRow>('What is missing', ({ sentence }) => sentence, 60),
];

export function exportCertificates(call: Call<typeof endpoint>): Promise<FastifyReply> {
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
