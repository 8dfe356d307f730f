import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { SqliteConnection } from './sqlite-connection.ts';

function createTable() {
  const native = new DatabaseSync(':memory:');
  native.exec(
    "create table marks (member text, marks real, feedback text); insert into marks values ('a', 7.5, null)",
  );
  return { native, connection: new SqliteConnection(native) };
}

const rowsOf = (connection: SqliteConnection, sql: string) =>
  connection.execute({ sql, parameters: [] }).rows;

describe('a row that SqliteConnection returns', () => {
  test('shares no state with the other rows or with later results', () => {
    const { native, connection } = createTable();
    native.exec("insert into marks values ('b', 3, 'Good')");
    const [first, second] = rowsOf(
      connection,
      'select member, feedback from marks order by member',
    );
    Object.assign(first as object, { feedback: 'changed' });
    expect(second).toEqual({ member: 'b', feedback: 'Good' });
    expect(rowsOf(connection, 'select member, feedback from marks order by member')).toEqual([
      { member: 'a', feedback: null },
      { member: 'b', feedback: 'Good' },
    ]);
  });

  test('includes a column that was added after the query was prepared', () => {
    const { native, connection } = createTable();
    expect(rowsOf(connection, 'select * from marks')).toHaveLength(1);
    native.exec("alter table marks add column milestone text not null default 'thesis'");
    for (let time = 0; time < 2; time += 1) {
      expect(rowsOf(connection, 'select * from marks')).toEqual([
        { member: 'a', marks: 7.5, feedback: null, milestone: 'thesis' },
      ]);
    }
  });
});
