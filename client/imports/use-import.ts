import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { fieldErrorsOf, isCancelled, messageOf } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import { useUpload } from '#client/api/use-upload.ts';
import { findAttention, findFigures } from '#contract/admin.ts';
import { findBoard } from '#contract/board.ts';
import { listEmails } from '#contract/emails.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { findGroup, listChanges, listGroups } from '#contract/groups.ts';
import {
  type GroupRow,
  type ImportKind,
  importGroups,
  importUsers,
  type UserRow,
} from '#contract/imports.ts';
import { listUsers } from '#contract/users.ts';
import { findDoubts } from './doubts.ts';
import { buildImportRows, findMissingColumns, type ImportRow } from './match-columns.ts';
import { useChoice } from './use-choice.ts';
import { useTable } from './use-table.ts';

/** Result of a check or an import of either kind. An import of users changes no existing user. */
export type Result = Omit<ReplyOf<typeof importGroups>, 'cohort'> & {
  cohort?: ReplyOf<typeof importGroups>['cohort'];
  oneTimePasswords?: ReplyOf<typeof importUsers>['oneTimePasswords'];
};

const noCounts: Result['counts'] = { new: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 };

export type OneTimePassword = NonNullable<Result['oneTimePasswords']>[number];

const cancelled = 'Cancelled. Check the file again to see whether anything was imported.';

const reads = [
  ...[listUsers, listGroups, findGroup, listChanges, ...facultyEndpoints],
  ...[findBoard, findAttention, findFigures, listEmails],
];

/** The check that an import confirms. `changes` are ids of groups. */
type Confirmation = { checked: Result; changes: string[] };

async function post(
  kind: ImportKind,
  rows: ImportRow[],
  confirmation: Confirmation | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const { checked, changes } = confirmation ?? {};
  const confirmationFields = {
    dryRun: checked === undefined,
    ...(checked && { token: checked.token }),
  };
  if (kind === 'users') {
    const body = { rows: rows as UserRow[], ...confirmationFields };
    const reply = await call(importUsers, { body }, { signal });
    return { ...reply, counts: { ...noCounts, ...reply.counts } };
  }
  const body = {
    rows: rows as unknown as GroupRow[],
    ...confirmationFields,
    ...(changes && { changes }),
  };
  const cohort = checked?.cohort?.code;
  return call(importGroups, { body: { ...body, ...(cohort && { cohort }) } }, { signal });
}

/** Returns the errors of a refused import as a result, or undefined if no row is invalid. */
function toRefusedResult(error: unknown, rows: readonly ImportRow[]): Result | undefined {
  const errors = Object.entries(fieldErrorsOf(error)).flatMap(([path, message]) => {
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

/** Manages an import: the file, the matched columns, the check and the result. */
export function useImport(kind: ImportKind) {
  const [result, setResult] = useState<Result>();
  /** Kept when another file is chosen, because the server cannot send the passwords again. */
  const [passwords, setPasswords] = useState<OneTimePassword[]>([]);
  const [failure, setFailure] = useState<string>();
  /** True if the user has confirmed that ambiguous cells are imported as displayed. */
  const [isConfirmed, setIsConfirmed] = useState(false);
  const choice = useChoice(result);
  const [doing, setDoing] = useState<'check' | 'import'>();
  const { run, cancel } = useUpload();
  const source = useTable(kind, () => {
    setResult(undefined);
    setFailure(undefined);
    setIsConfirmed(false);
  });
  const { table, match } = source;
  const doubts = table ? findDoubts(table, kind, match) : [];

  const send = async (what: 'check' | 'import') => {
    if (!table) return;
    const rows = buildImportRows(table, kind, match);
    setDoing(what);
    setFailure(undefined);
    try {
      const changes = choice.chosen.map(({ groupId }) => groupId);
      const confirmation = what === 'import' && result ? { checked: result, changes } : undefined;
      const reply = await run(({ signal }) => post(kind, rows, confirmation, signal));
      setResult(reply);
      setPasswords((before) => [...before, ...(reply.oneTimePasswords ?? [])]);
    } catch (error) {
      const refusedResult = toRefusedResult(error, rows);
      setResult(refusedResult);
      if (isCancelled(error)) setFailure(what === 'import' ? cancelled : undefined);
      else if (!refusedResult) setFailure(messageOf(error, `Failed to ${what} the file`));
    }
    setDoing(undefined);
    if (what === 'import') await invalidate(...reads);
  };
  return {
    ...source,
    missing: table ? findMissingColumns(kind, match) : [],
    doubts,
    isConfirmed,
    confirm: setIsConfirmed,
    isClear: doubts.every(({ isRefused }) => !isRefused && isConfirmed),
    result,
    choice,
    passwords,
    failure,
    doing,
    check: () => void send('check'),
    write: () => void send('import'),
    cancel,
  };
}

export type Import = ReturnType<typeof useImport>;
