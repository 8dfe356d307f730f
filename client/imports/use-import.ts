import { useState } from 'react';
import { useRequest } from '#client/api/connection/use-request.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { findAttention } from '#contract/admin/attention.ts';
import { findFigures } from '#contract/admin/figures.ts';
import type { ImportKind } from '#contract/admin/imports.ts';
import { findBoard } from '#contract/board.ts';
import { findGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { Problem } from '#contract/problem.ts';
import { findSetup } from '#contract/setup.ts';
import { listUsers } from '#contract/users.ts';
import { buildImportRows, leaveOutTemplateRows } from './build-import-rows.ts';
import { findAmbiguousCells } from './doubts.ts';
import { findMissingColumns } from './match/match-columns.ts';
import {
  type ImportResult,
  type OneTimePassword,
  sendImportRequest,
  toErrorResult,
} from './post-import.ts';
import { useGroupSelection } from './use-choice.ts';
import { useMergedGroups } from './use-merged-groups.ts';
import { useImportTable } from './use-table.ts';

const cancelled = 'Cancelled. Check the file again to see whether anything was imported.';

const reads = [
  ...[listUsers, listGroups, findGroup, listChanges, ...facultyEndpoints],
  ...[findBoard, findAttention, findFigures, findSetup, listEmails],
];

export function useImport(kind: ImportKind) {
  const [result, setResult] = useState<ImportResult>();
  /** Passwords from all imports so far, kept because the server returns each password only once. */
  const [passwords, setPasswords] = useState<OneTimePassword[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const choice = useGroupSelection(result);
  const [doing, setDoing] = useState<'check' | 'import'>();
  const { run, cancel } = useRequest();
  const source = useImportTable(kind, () => {
    setResult(undefined);
    setFailure(undefined);
    setIsConfirmed(false);
  });
  const { match } = source;
  const { table: ownRows, templateRows = [] } = source.table
    ? leaveOutTemplateRows(source.table, kind, match)
    : {};
  const { table, ...merged } = useMergedGroups(kind, { file: source.table, table: ownRows, match });
  const doubts = table ? findAmbiguousCells(table, kind, match) : [];

  const send = async (what: 'check' | 'import') => {
    if (!table) return;
    const rows = buildImportRows(table, kind, match);
    setDoing(what);
    setFailure(undefined);
    try {
      const changes = choice.chosen.map(({ groupId }) => groupId);
      const confirmation = what === 'import' && result ? { checked: result, changes } : undefined;
      const reply = await run(({ signal }) => sendImportRequest(kind, rows, confirmation, signal));
      setResult(reply);
      setPasswords((before) => [...before, ...(reply.oneTimePasswords ?? [])]);
    } catch (error) {
      const refusedResult = toErrorResult(error, rows);
      // A rate limit refuses a request before it has an effect, so that the last check is still valid.
      const isLimited = error instanceof Problem && error.code === 'too-often';
      if (!isLimited) setResult(refusedResult);
      if (isCancelled(error)) setFailure(what === 'import' ? cancelled : undefined);
      else if (!refusedResult) setFailure(getErrorMessage(error, `Couldn’t ${what} the file`));
    }
    setDoing(undefined);
    if (what === 'import') await invalidateEndpoints(...reads);
  };
  return {
    ...source,
    table,
    templateRows,
    missing: table ? findMissingColumns(kind, match) : [],
    doubts,
    merged,
    merge: (isOn: boolean) => {
      merged.merge(isOn);
      setResult(undefined);
    },
    isConfirmed,
    confirm: setIsConfirmed,
    isClear: doubts.every(({ isRefused }) => !isRefused && isConfirmed),
    result,
    choice,
    passwords,
    discardPasswords: () => setPasswords([]),
    failure,
    doing,
    check: () => void send('check'),
    write: () => void send('import'),
    cancel,
  };
}

export type ImportState = ReturnType<typeof useImport>;
