import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { removeDanglingDeadlineLinks } from '#contract/rules/scheme.ts';
import type { addCohort as endpoint } from '#contract/settings/cohorts.ts';
import type { KindSettings } from '#contract/settings/kinds.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { checkDeadlineKinds } from '#server/content/check-kinds.ts';
import { createContentIssuesProblem, parseSetting } from '#server/content/check-setting.ts';
import { readCohort, readCurrentCohortSettings } from '#server/content/read-settings.ts';
import {
  addFirstSettingVersions,
  insertCohort,
  unmarkCurrentCohort,
} from '#server/content/write-settings.ts';
import { isUniqueViolation } from '#server/db/connect.ts';
import { requireUniqueNameKey, writeUniqueName } from '#server/db/unique-names.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { toCohortAuditSubject } from './lock-cohort.ts';

/** Adds a cohort with `deadlines` and the other settings of `from`. Throws `not-found`, `invalid` or `name-taken`. */
export async function addCohort(
  services: Services,
  caller: Caller,
  { name, code, from, deadlines, makeCurrent }: z.output<typeof endpoint.body>,
) {
  const { content } = services;
  requireUniqueNameKey(name, 'name');
  const write = async (context: WriteContext) => {
    const { trx } = context;
    const values = await readCurrentCohortSettings(trx, from);
    if (!values) throw new Problem('not-found', 'The session to start from doesn’t exist.');
    const dates = parseSetting('deadlines', deadlines, content.timeZone, values.choices);
    const kinds = withoutArchivedKinds(values.kinds);
    const issues = checkDeadlineKinds(dates, kinds);
    if (issues.length > 0) throw createContentIssuesProblem(issues);
    if (makeCurrent) await unmarkCurrentCohort(trx);
    const id = await insert(context, { name, code, isCurrent: makeCurrent });
    const scheme = removeDanglingDeadlineLinks(
      values.scheme,
      dates.flatMap((deadline) => deadline.id ?? []),
    );
    const first = { ...values, kinds, scheme, deadlines: dates };
    await addFirstSettingVersions(context, id, first, caller);
    const detail = makeCurrent ? 'as the current one' : '';
    const subject = toCohortAuditSubject({ id, name });
    await recordAuditEntry(context, { action: 'cohort-opened', by: caller, subject, detail });
    return readCohort(trx, content, id);
  };
  const cohort = await writeUniqueName(services.db, 'cohorts', { name, field: 'name' }, () =>
    writeAs(services, caller, write),
  );
  await content.refresh();
  return { message: `${name} opened`, cohort };
}

const withoutArchivedKinds = (kinds: KindSettings): KindSettings => ({
  ...kinds,
  added: kinds.added.filter(({ archived }) => !archived),
});

async function insert(
  context: WriteTransaction,
  cohort: { name: string; code: string; isCurrent: boolean },
): Promise<string> {
  try {
    return await insertCohort(context, cohort);
  } catch (error) {
    if (!isUniqueViolation(error, 'cohorts', 'code_key')) throw error;
    const message = `Another session has the code “${cohort.code}”. Choose another.`;
    throw new Problem('name-taken', message, { fields: { code: message } });
  }
}
