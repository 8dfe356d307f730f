import { Counter, Gauge, type Registry } from 'prom-client';
import { findConnectionStats } from '#server/db/database-use.ts';
import type { Db } from '#server/db/tables.ts';

/** Registers metrics of the database connections. With SQLite, they cover only the write connection. */
export function registerDatabaseMetrics(db: Db, registry: Registry): void {
  const use = findConnectionStats(db);
  if (!use) return;
  const registers = [registry];
  new Gauge({
    name: 'fyp_portal_database_connections',
    help: 'Connections of this process to the database, used or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = use.connections();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'fyp_portal_database_waiting',
    help: 'Requests of this process that wait for a database connection.',
    registers,
    collect() {
      this.set(use.waiting);
    },
  });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter(
    'fyp_portal_database_connections_taken_total',
    'Number of times that this process acquired a database connection.',
    () => use.taken,
  );
  counter(
    'fyp_portal_database_wait_seconds_total',
    'Total time of waiting for these connections.',
    () => use.waitedMs / 1000,
  );
}
