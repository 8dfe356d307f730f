import { call } from '#client/api/connection/call.ts';
import { getFieldErrors } from '#client/api/problems.ts';
import {
  type GroupImportRow,
  type ImportKind,
  importGroups,
  importUsers,
  type UserImportRow,
} from '#contract/admin/imports.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { ImportRow } from './build-import-rows.ts';

type GroupResult = EndpointReply<typeof importGroups>;

/** The result of an import of users or groups. */
export type ImportResult = Omit<GroupResult, 'cohort' | 'counts' | 'rows'> & {
  counts: GroupResult['counts'] & { confirmed: number };
  rows: (Omit<GroupResult['rows'][number], 'outcome'> & {
    outcome: GroupResult['rows'][number]['outcome'] | 'confirmed';
  })[];
  cohort?: GroupResult['cohort'];
  oneTimePasswords?: EndpointReply<typeof importUsers>['oneTimePasswords'];
};

const noCounts: ImportResult['counts'] = {
  new: 0,
  confirmed: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  refused: 0,
};

export type OneTimePassword = NonNullable<ImportResult['oneTimePasswords']>[number];

/** `checked` is the result of the confirmed dry run. `changes` contains the ids of the groups to change. */
type Confirmation = { checked: ImportResult; changes: string[] };

/** Requests a dry run or, after the user has confirmed the result, the import itself. */
export async function sendImportRequest(
  kind: ImportKind,
  rows: ImportRow[],
  confirmation: Confirmation | undefined,
  signal: AbortSignal,
): Promise<ImportResult> {
  const { checked, changes } = confirmation ?? {};
  const confirmationFields = {
    dryRun: checked === undefined,
    ...(checked && { token: checked.token }),
  };
  if (kind === 'users') {
    const body = { rows: rows as UserImportRow[], ...confirmationFields };
    const reply = await call(importUsers, { body }, { signal });
    return { ...reply, counts: { ...noCounts, ...reply.counts } };
  }
  const body = {
    rows: rows as unknown as GroupImportRow[],
    ...confirmationFields,
    ...(changes && { changes }),
  };
  const cohort = checked?.cohort?.code;
  const sent = { ...body, ...(cohort && { cohort }) };
  const reply = await call(importGroups, { body: sent }, { signal });
  return { ...reply, counts: { ...noCounts, ...reply.counts } };
}

/** Converts validation errors to a result. Returns undefined if none of them refers to a row. */
export function toErrorResult(
  error: unknown,
  rows: readonly ImportRow[],
): ImportResult | undefined {
  const errors = Object.entries(getFieldErrors(error)).flatMap(([path, message]) => {
    const [, index, column = ''] = /^rows\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const row = rows[Number(index)]?.row;
    return row === undefined ? [] : [{ row, column, message: String(message) }];
  });
  if (errors.length === 0) return undefined;
  return {
    message: '',
    isWritten: false,
    token: '',
    counts: noCounts,
    rows: [],
    errors,
  };
}
