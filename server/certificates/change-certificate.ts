import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import {
  type CertificateFormInput,
  lockOwnCertificate,
  recordCertificateChange,
  toCertificateColumns,
} from './own-entry.ts';
import { readCertificate } from './read-entries.ts';

/** Values that reset the decision on a certificate, except `reason`, which the portal suggests for later decisions. */
const unchecked = {
  state: 'unchecked' as const,
  checked_by: null,
  checked_by_name: null,
  checked_at: null,
  document_id: null,
  told_state: null,
  told_reason: null,
};

/** Edits a certificate and marks it unchecked. Throws the errors of `lockOwnCertificate` and `toCertificateColumns`. */
export function changeCertificate(
  services: Services,
  caller: Caller,
  id: string,
  input: CertificateFormInput,
) {
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { group, entry } = await lockOwnCertificate(trx, caller, id);
    const columns = toCertificateColumns(services.content, input);
    const isSame = Object.entries(columns).every(
      ([name, value]) => entry[name as keyof typeof columns] === value,
    );
    const message = `“${input.title}” saved`;
    // Save a returned certificate even if unchanged, because the student may have corrected the merged PDF instead.
    if (isSame && entry.state === 'unchecked') {
      return { message, certificate: await readCertificate(trx, id) };
    }
    const { now } = context;
    const revision = entry.revision + 1;
    const update = trx
      .updateTable('certificates')
      .set({ ...columns, ...unchecked, revision, changed_at: now.toISOString() })
      .where('id', '=', id);
    await update.execute();
    await recordCertificateChange(context, group, `changed “${input.title}”`);
    return { message, certificate: await readCertificate(trx, id) };
  });
}

export function removeCertificate(services: Services, caller: Caller, id: string) {
  return writeAs(services, caller, async (context) => {
    const { trx } = context;
    const { group, entry } = await lockOwnCertificate(trx, caller, id);
    await trx.deleteFrom('certificates').where('id', '=', id).execute();
    await recordCertificateChange(context, group, `removed “${entry.title}”`);
    return { message: `“${entry.title}” removed` };
  });
}
