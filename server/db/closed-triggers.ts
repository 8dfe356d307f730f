import type { Guarded } from './closed-records.ts';

/** The text of the error that the database raises. */
export const closedRecord = 'This record belongs to a closed cohort.';

export const events = ['insert', 'update', 'delete'] as const;
type Event = (typeof events)[number];

export const nameOf = (table: string, event: Event) => `${table}_closed_${event}`;

/** A delete is checked before it: afterwards the row no longer says which cohort it belonged to. */
const momentOf = (event: Event) => (event === 'delete' ? 'before' : 'after');

/** A row costs at most the lookups that lead from its key to its cohort; an update that changes nothing costs none. */
export function triggersOnSqlite(
  table: string,
  { key, cohortOf, isFree }: Guarded,
  columns: readonly string[],
): string[] {
  const isClosed = (row: 'old' | 'new') =>
    `(select closed_at from cohorts where id = ${cohortOf(`${row}."${key}"`)}) is not null`;
  const differs = columns.map((column) => `old."${column}" is not new."${column}"`).join(' or ');
  const moved = `old."${key}" is not new."${key}" and ${isClosed('new')}`;
  const conditions = {
    insert: `${isFree ? `not (${isFree('new')}) and ` : ''}${isClosed('new')}`,
    update: `(${differs}) and (${isClosed('old')} or (${moved}))`,
    delete: isClosed('old'),
  };
  return events.map(
    (event) => `
      create trigger "${nameOf(table, event)}" ${momentOf(event)} ${event} on "${table}"
      when ${conditions[event]} begin select raise(abort, '${closedRecord}'); end`,
  );
}

/**
 * The functions lock the cohorts' rows, so that a write which the operation has not ordered after `requireOpen` waits
 * for a closing that is under way. One call checks all rows of a statement. Where rows are locked by updates that change
 * nothing, and for deletes, which are few, there is a call for each row, and `when` keeps locks from calling it.
 */
export function triggersOnPostgres(
  table: string,
  guarded: Guarded,
  columns: readonly string[],
): string[] {
  const { key, cohortOf, isFree, isLocked } = guarded;
  const cohort = (row: string) => `(${cohortOf(`${row}."${key}"`)})::uuid`;
  const rowOf = (row: string) => columns.map((column) => `${row}."${column}"`).join(', ');
  const added = `select ${cohort('added')} from added_rows as added${isFree ? ` where not (${isFree('added')})` : ''}`;
  const difference = (from: string, to: string) =>
    `(select ${rowOf(from)} from ${from} except select ${rowOf(to)} from ${to})`;
  const changed = `select ${cohort('changed')} from (
    ${difference('before_rows', 'after_rows')} union all ${difference('after_rows', 'before_rows')}
  ) as changed`;
  return [
    refusal(nameOf(table, 'insert'), added),
    `create trigger "${nameOf(table, 'insert')}" after insert on "${table}"
      referencing new table as added_rows
      for each statement execute function "${nameOf(table, 'insert')}"()`,
    refusal(nameOf(table, 'update'), isLocked ? `${cohort('old')}, ${cohort('new')}` : changed),
    `create trigger "${nameOf(table, 'update')}" after update on "${table}" ${
      isLocked
        ? `for each row when ((${rowOf('old')}) is distinct from (${rowOf('new')}))`
        : 'referencing old table as before_rows new table as after_rows for each statement'
    } execute function "${nameOf(table, 'update')}"()`,
    refusal(nameOf(table, 'delete'), cohort('old')),
    `create trigger "${nameOf(table, 'delete')}" before delete on "${table}"
      for each row execute function "${nameOf(table, 'delete')}"()`,
  ];
}

/** `cohorts`: a list of ids or a query for them. */
const refusal = (name: string, cohorts: string) => `
  create or replace function "${name}"() returns trigger language plpgsql as $$
  begin
    if (select count(closed_at) > 0 from (
      select closed_at from cohorts where id in (${cohorts}) for share
    ) as held) then
      raise exception '${closedRecord}' using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end $$`;
