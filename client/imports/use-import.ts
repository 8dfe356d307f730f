import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { facultyReads } from '#client/api/faculty-reads.ts';
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
import { doubtsIn } from './doubts.ts';
import { type ImportRow, rowsToSend, unmatched } from './match-columns.ts';
import { useChoice } from './use-choice.ts';
import { useTable } from './use-table.ts';

/** Of an import of either kind; of users none is changed. */
export type Result = Omit<ReplyOf<typeof importGroups>, 'cohort'> & {
  /** The cohort that groups were checked for, or imported into. */
  cohort?: ReplyOf<typeof importGroups>['cohort'];
  oneTimePasswords?: ReplyOf<typeof importUsers>['oneTimePasswords'];
};

const noCounts: Result['counts'] = { new: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0 };

export type OneTimePassword = NonNullable<Result['oneTimePasswords']>[number];

const cancelled =
  'Cancelled. Check the file again: it says whether anything was imported before that.';

/** What shows users or groups, to be read again after an import. */
const reads = [
  ...[listUsers, listGroups, findGroup, listChanges, ...facultyReads],
  ...[findBoard, findAttention, findFigures, listEmails],
];

/** What an import sends back of the check. */
type Confirmation = { checked: Result; changes: string[] };

async function post(
  kind: ImportKind,
  rows: ImportRow[],
  confirmation: Confirmation | undefined,
  signal: AbortSignal,
): Promise<Result> {
  const { checked, changes } = confirmation ?? {};
  const asked = { dryRun: checked === undefined, ...(checked && { token: checked.token }) };
  if (kind === 'users') {
    const body = { rows: rows as UserRow[], ...asked };
    const reply = await call(importUsers, { body }, { signal });
    return { ...reply, counts: { ...noCounts, ...reply.counts } };
  }
  const body = { rows: rows as unknown as GroupRow[], ...asked, ...(changes && { changes }) };
  const cohort = checked?.cohort?.code;
  return call(importGroups, { body: { ...body, ...(cohort && { cohort }) } }, { signal });
}

/** A refused import in the shape of a check; undefined when no row is what is wrong. */
function refusedRows(error: unknown, rows: readonly ImportRow[]): Result | undefined {
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

/** From the file to the accounts or groups: what is chosen, how it is matched, what a check found. */
export function useImport(kind: ImportKind) {
  const [result, setResult] = useState<Result>();
  /** Kept also when another file is chosen: nobody can show them again. */
  const [passwords, setPasswords] = useState<OneTimePassword[]>([]);
  const [failure, setFailure] = useState<string>();
  /** The user has seen the doubtful cells and imports them as they are shown. */
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
  const doubts = table ? doubtsIn(table, kind, match) : [];

  const send = async (what: 'check' | 'import') => {
    if (!table) return;
    const rows = rowsToSend(table, kind, match);
    setDoing(what);
    setFailure(undefined);
    try {
      const changes = choice.chosen.map(({ groupId }) => groupId);
      const confirmation = what === 'import' && result ? { checked: result, changes } : undefined;
      const reply = await run(({ signal }) => post(kind, rows, confirmation, signal));
      setResult(reply);
      setPasswords((before) => [...before, ...(reply.oneTimePasswords ?? [])]);
    } catch (error) {
      const found = refusedRows(error, rows);
      setResult(found);
      if (isCancelled(error)) setFailure(what === 'import' ? cancelled : undefined);
      else if (!found) setFailure(messageOf(error, `Failed to ${what} the file`));
    }
    setDoing(undefined);
    if (what === 'import') await invalidate(...reads);
  };
  return {
    ...source,
    missing: table ? unmatched(kind, match) : [],
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
