import { Problem } from '#contract/problem.ts';
import type { InstallationInput } from '#contract/settings/installation.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import {
  changeStoredConfig,
  type StoredConfig,
} from '#server/content/stored-config/stored-config.ts';
import { changeTimeZone } from '#server/content/time-zone.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { getSecretKey } from '#server/storage/secrets.ts';
import { keepEarlierDueDates } from '#server/submissions/keep-earlier-dates.ts';
import { applyInput } from './apply-input.ts';
import { describeInstallation } from './describe-installation.ts';
import { formatChanges } from './format-changes.ts';
import { findMaxMegabytes } from './max-megabytes.ts';
import { requireChangeable, requireConfirmedAccounts } from './require-changeable.ts';

/** Saves the given fields. Throws `invalid`, or `stale-version` if somebody else has saved in the meantime. */
export async function saveInstallation(
  services: Services,
  caller: Caller,
  input: InstallationInput,
  browserOrigin: string | undefined,
) {
  const { config, content } = services;
  requireChangeable(config, input, await findMaxMegabytes(services), browserOrigin);
  const key = input.mailServer ? await getSecretKey(config) : undefined;
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    let changes = '';
    await changeStoredConfig(trx, (stored) => {
      requireCurrentVersion(stored, input.version, config.timeZone);
      const changed = applyInput(stored, input, key);
      requireConfirmedAccounts(config, input, changed);
      changes = formatChanges(config, stored, changed, input);
      const { version, changedBy, changedAt } = {
        version: stored.version + 1,
        changedBy: caller.name,
        changedAt: context.now.toISOString(),
      };
      return changes === '' ? stored : { ...changed, version, changedBy, changedAt };
    });
    if (changes === '') return;
    if (input.timeZone !== undefined)
      await changeTimeZone(trx, input.timeZone, keepEarlierDueDates);
    const subject = { kind: 'portal', id: null, name: 'Installation' } as const;
    await recordAuditEntry(context, {
      action: 'installation-changed',
      by: caller,
      subject,
      detail: changes,
    });
  });
  await content.refresh();
  services.mail.wake();
  return { message: 'Installation saved', installation: await describeInstallation(services) };
}

function requireCurrentVersion(
  { version, changedBy = 'the portal', changedAt }: StoredConfig,
  expected: number,
  timeZone: string,
): void {
  if (version === expected) return;
  const when = changedAt === undefined ? '' : ` on ${formatDateTime(changedAt, timeZone)}`;
  throw new Problem(
    'stale-version',
    `Nothing was saved: ${changedBy} changed the installation${when}. Reload the page and make your change again.`,
  );
}
