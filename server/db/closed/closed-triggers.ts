import type { CohortGuard } from './cohort-guard.ts';

export const closedRecordMessage = 'This record belongs to a closed cohort.';

export const triggerEventNames = ['insert', 'update', 'delete'] as const;
type Event = (typeof triggerEventNames)[number];

export const getTriggerName = (table: string, event: Event) => `${table}_closed_${event}`;

/** Deletes are checked before they run: afterwards, the rows that link the record to its cohort may be gone. */
const timingOf = (event: Event) => (event === 'delete' ? 'before' : 'after');

/** Returns the `create trigger` statements for SQLite. No-op updates skip the cohort lookup. */
export function buildSqliteTriggers(
  table: string,
  { key, cohortOf, isInsertAllowed }: CohortGuard,
  columns: readonly string[],
): string[] {
  const isClosed = (row: 'old' | 'new') =>
    `(select closed_at from cohorts where id = ${cohortOf(`${row}."${key}"`)}) is not null`;
  const differs = columns.map((column) => `old."${column}" is not new."${column}"`).join(' or ');
  const moved = `old."${key}" is not new."${key}" and ${isClosed('new')}`;
  const conditions = {
    insert: `${isInsertAllowed ? `not (${isInsertAllowed('new')}) and ` : ''}${isClosed('new')}`,
    update: `(${differs}) and (${isClosed('old')} or (${moved}))`,
    delete: isClosed('old'),
  };
  return triggerEventNames.map(
    (event) => `
      create trigger "${getTriggerName(table, event)}" ${timingOf(event)} ${event} on "${table}"
      when ${conditions[event]} begin select raise(abort, '${closedRecordMessage}'); end`,
  );
}

/**
 * Returns the statements that create the trigger functions and triggers for PostgreSQL. Each function locks the
 * cohort's row, so that a write waits while the cohort is being closed. Only per-row triggers can skip no-op updates.
 */
export function buildPostgresTriggers(
  table: string,
  guard: CohortGuard,
  columns: readonly string[],
): string[] {
  const { key, cohortOf, isInsertAllowed, isLocked } = guard;
  const cohort = (row: string) => `(${cohortOf(`${row}."${key}"`)})::uuid`;
  const rowOf = (row: string) => columns.map((column) => `${row}."${column}"`).join(', ');
  const added = `select ${cohort('added')} from added_rows as added${isInsertAllowed ? ` where not (${isInsertAllowed('added')})` : ''}`;
  const difference = (from: string, to: string) =>
    `(select ${rowOf(from)} from ${from} except select ${rowOf(to)} from ${to})`;
  const changed = `select ${cohort('changed')} from (
    ${difference('before_rows', 'after_rows')} union all ${difference('after_rows', 'before_rows')}
  ) as changed`;
  return [
    createCheck(getTriggerName(table, 'insert'), added),
    `create trigger "${getTriggerName(table, 'insert')}" after insert on "${table}"
      referencing new table as added_rows
      for each statement execute function "${getTriggerName(table, 'insert')}"()`,
    createCheck(
      getTriggerName(table, 'update'),
      isLocked ? `${cohort('old')}, ${cohort('new')}` : changed,
    ),
    `create trigger "${getTriggerName(table, 'update')}" after update on "${table}" ${
      isLocked
        ? `for each row when ((${rowOf('old')}) is distinct from (${rowOf('new')}))`
        : 'referencing old table as before_rows new table as after_rows for each statement'
    } execute function "${getTriggerName(table, 'update')}"()`,
    createCheck(getTriggerName(table, 'delete'), cohort('old')),
    `create trigger "${getTriggerName(table, 'delete')}" before delete on "${table}"
      for each row execute function "${getTriggerName(table, 'delete')}"()`,
  ];
}

const createCheck = (name: string, cohorts: string) => `
  create or replace function "${name}"() returns trigger language plpgsql as $$
  begin
    if (select count(closed_at) > 0 from (
      select closed_at from cohorts where id in (${cohorts}) for share
    ) as held) then
      raise exception '${closedRecordMessage}' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end $$`;
