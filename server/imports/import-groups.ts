import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { importGroups as endpoint, ImportRowError } from '#contract/admin/imports.ts';
import { Problem } from '#contract/problem.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { normaliseListEntry } from '#contract/values/text.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { CohortContent } from '#server/content/content.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';
import { isDuplicateMemberError } from '#server/groups/duplicate-member.ts';
import { createCohortClosedProblem } from '#server/groups/require-open.ts';
import { lockStaffNames } from '#server/groups/staff/bind-staff.ts';
import { notifyStaffChanges } from '#server/groups/staff/notify-staff-changes.ts';
import type { StaffUpdate } from '#server/groups/staff/staff-changes.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Job } from '#server/http/work/job.ts';
import { findProposalChoices } from '#server/proposals/find-choices.ts';
import type { Services } from '#server/services.ts';

import { previewAs, writeAs } from '#server/session/write-as.ts';
import { changeGroups, formatStaleGroupMessage } from './change-groups.ts';
import { buildRowSchemas } from './check-groups.ts';
import {
  buildDryRunToken,
  digestRows,
  requireMatchingToken,
  splitDryRunToken,
} from './check-token.ts';
import {
  type ChangedGroup,
  type ComparedGroup,
  compareWithStoredGroups,
  toRefusedGroup,
} from './compare-groups.ts';
import { joinWarnings } from './find-examiner-warnings.ts';
import { buildGroupsResult, formatGroupCounts } from './result-of-groups.ts';

import { requireNoRowErrors } from './row-errors.ts';
import { createImportedGroup } from './write-group.ts';

type Input = z.output<typeof endpoint.body>;
type ComparedGroups = Awaited<ReturnType<typeof compareWithStoredGroups>>;
type Compare = (db: Db, nextSlice?: () => Promise<unknown>) => Promise<ComparedGroups>;

/**
 * Imports all groups or none, idempotently. An import must send the token and cohort of a dry run. Throws `invalid` for
 * row errors or groups changed since the dry run, and `stale-version` if rows or cohort differ from the dry run.
 */
export async function importGroups(
  services: Services,
  caller: Caller,
  { rows: sentRows, dryRun, cohort: code, token, changes = [] }: Input,
  job: Job,
) {
  if (!dryRun && (code === undefined || token === undefined)) throw unchecked();
  const rows = clearUnusedColumns(sentRows, services.content.modules);
  const cohort = getCohort(services.content, code);
  if (cohort.closedAt !== null) throw createCohortClosedProblem(cohort.name);
  const ofRows = digestRows(cohort._id, rows);
  const checked = token === undefined ? undefined : splitDryRunToken(token);
  if (checked) requireMatchingToken(checked.ofRows, ofRows);
  const rules = buildRowSchemas(
    cohort.rules,
    services.content.modules,
    await findProposalChoices(services, caller, cohort.code),
  );
  const compare: Compare = (db, nextSlice = nextTurn) =>
    compareWithStoredGroups(db, cohort, rows, rules, nextSlice);
  const resultFor = (compared: ComparedGroups, isWritten: boolean) => ({
    ...buildGroupsResult(compared),
    isWritten,
    token: buildDryRunToken(
      ofRows,
      compared.groups.map(({ state }) => state),
    ),
    cohort: { code: cohort.code, name: cohort.name },
  });
  if (dryRun) return resultFor(await preview(services, caller, rows, compare, job), false);
  const stateAt = checked?.stateAt ?? (() => '');
  const write = () =>
    writeAs(services, caller, async (context) => {
      const { trx } = context;
      await lockFor(trx, rows);
      const compared = applyChoice(await compare(trx), stateAt, new Set(changes));
      requireNoRowErrors(rows, compared.errors);
      const { errors, warnings, updates } = await changeGroups(context, changedOf(compared));
      requireNoRowErrors(rows, errors);
      const added = await addNewGroups(context, cohort, withWarnings(compared, warnings));
      await notifyStaffChanges(context, [...updates, ...added.updates]);
      return added.compared;
    });
  const done = await write().catch((error) => {
    // If a concurrent request has added a member, repeat the import once: the comparison now finds the stored member.
    if (isDuplicateMemberError(error)) return write();
    throw error;
  });
  services.mail.wake();
  return resultFor(done, true);
}

/** Empties the cells of columns that the department does not use. An empty cell changes nothing. */
const clearUnusedColumns = (rows: Input['rows'], modules: Modules): Input['rows'] =>
  modules.fatherName ? rows : rows.map((row) => ({ ...row, fathername: '' }));

const unchecked = () =>
  new Problem(
    'invalid',
    'Check the file first. An import must send the session and the token of its dry run.',
  );

const changedOf = ({ groups }: ComparedGroups) =>
  groups.filter((group): group is ChangedGroup => group.outcome === 'changed');

/** Locks all supervisor names and email addresses in the file. Call this before locking any group. */
async function lockFor(trx: Db, rows: Input['rows']): Promise<void> {
  await lockStaffNames(
    trx,
    rows.flatMap(({ supervisor, externalExaminer }) =>
      [supervisor, externalExaminer].map(normaliseListEntry),
    ),
  );
  await lockEmailAddresses(
    trx,
    rows.map(({ email }) => email.trim().toLowerCase()),
  );
}

/** Applies the changes and rolls them back, so that the dry run reports all errors that the import would report. */
async function preview(
  services: Services,
  caller: Caller,
  rows: Input['rows'],
  compare: Compare,
  job: Job,
): Promise<ComparedGroups> {
  const compared = await compare(services.db, () => job.nextSlice());
  if (changedOf(compared).length === 0) return compared;
  return previewAs(services, caller, async (context) => {
    const { trx } = context;
    await lockFor(trx, rows);
    const again = await compare(trx);
    const { errors, warnings } = await changeGroups(context, changedOf(again));
    return withErrors(withWarnings(again, warnings), errors);
  });
}

function withErrors(
  { groups, errors, ...compared }: ComparedGroups,
  more: readonly ImportRowError[],
): ComparedGroups {
  const wrong = new Set(more.map(({ row }) => row));
  return {
    ...compared,
    groups: groups.map((group) =>
      group.rows.some((row) => wrong.has(row)) ? toRefusedGroup(group) : group,
    ),
    errors: [...errors, ...more],
  };
}

function withWarnings(
  { groups, ...compared }: ComparedGroups,
  warnings: ReadonlyMap<string, string>,
): ComparedGroups {
  return {
    ...compared,
    groups: groups.map((group) => {
      const warning = group.outcome === 'changed' ? warnings.get(group.groupId) : undefined;
      return { ...group, ...joinWarnings(group.warning, warning) };
    }),
  };
}

/** Skips changes that the admin did not select, and reports an error for groups that have changed since the dry run. */
function applyChoice(
  compared: ComparedGroups,
  stateAt: (index: number) => string,
  chosen: ReadonlySet<string>,
): ComparedGroups {
  const errors: ImportRowError[] = [];
  const groups = compared.groups.map((group, index): ComparedGroup => {
    if (group.outcome !== 'changed' && group.outcome !== 'new') return group;
    if (group.state !== stateAt(index)) {
      const row = group.rows[0] ?? 1;
      errors.push({
        row,
        column: 'group',
        message: formatStaleGroupMessage(group.group ?? 'This group'),
      });
    }
    return group.outcome === 'new' || chosen.has(group.groupId)
      ? group
      : { ...group, outcome: 'skipped' };
  });
  return withErrors({ ...compared, groups }, errors);
}

async function addNewGroups(
  context: WriteContext,
  cohort: CohortContent,
  compared: ComparedGroups,
): Promise<{ compared: ComparedGroups; updates: StaffUpdate[] }> {
  const { caller } = context;
  const groups: ComparedGroup[] = [];
  const updates: StaffUpdate[] = [];
  for (const comparedGroup of compared.groups) {
    if (comparedGroup.outcome !== 'new') {
      groups.push(comparedGroup);
      continue;
    }
    await nextTurn();
    const { id, name, update } = await createImportedGroup(context, cohort, comparedGroup.toImport);
    groups.push({ ...comparedGroup, group: name, groupId: id });
    updates.push(update);
  }
  const subject = { kind: 'portal', id: null, name: 'Groups' } as const;
  const detail = formatGroupCounts(groups, compared.leftOut);
  if (groups.some(({ outcome }) => outcome === 'new' || outcome === 'changed'))
    await recordAuditEntry(context, { action: 'list-imported', by: caller, subject, detail });
  return { compared: { ...compared, groups }, updates };
}
