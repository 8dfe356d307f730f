// Preloaded into the tests on SQLite. Reverses the rows of each query that has no `order by`, so that code and tests that
// depend on an order that only SQLite happens to have fail at once, and not once in many runs on PostgreSQL.

import { syncBuiltinESMExports } from 'node:module';
import sqlite from 'node:sqlite';

sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  constructor(...args: ConstructorParameters<typeof sqlite.DatabaseSync>) {
    super(...args);
    this.exec('pragma reverse_unordered_selects = on');
  }
};
syncBuiltinESMExports();
