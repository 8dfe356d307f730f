import { hasPostgres } from '#tools/test/start-postgres.ts';
import { whyNoCluster } from './ha/why-not.ts';
import { whyNoCeph } from './lib/ceph.ts';
import { whyNoPowerCuts, whyNoSmallDisk } from './lib/disks.ts';
import { type Database, databases, type Run } from './lib/instrument.ts';
import { whyNoPrograms } from './lib/programs.ts';

export type Instrument = {
  /** Loaded when it runs, so that a fault may be planted before. */
  load: () => Promise<{ run: Run }>;
  unit: string;
  /** In `npm run trust`, of which all together take 20 minutes at most. */
  size: number;
  /** In `npm test`: the quickest size that proves something; absent where none is quick. */
  quickSize?: number;
  databases: readonly [Database, ...Database[]];
  /** What its violations say of each fault that can be planted, by the fault's name. */
  plants: Readonly<Record<string, RegExp>>;
  /** Why it cannot run on this machine; undefined when it can. */
  whyNot?: () => string | undefined;
};

const sqlite = ['sqlite'] as const;

export const instruments: Readonly<Record<string, Instrument>> = {
  clock: {
    load: () => import('./clock/run.ts'),
    unit: 'instants in each zone',
    size: 10_000,
    quickSize: 500,
    databases: sqlite,
    plants: { 'earlier-hour': / in .*: is / },
  },
  crash: {
    load: () => import('./disruptions/crash.ts'),
    unit: 'kills',
    size: 20,
    databases,
    plants: { 'reply-first': /^lost: / },
  },
  power: {
    load: () => import('./disruptions/power.ts'),
    unit: 'power cuts',
    size: 10,
    quickSize: 1,
    databases,
    plants: { files: /^lost: /, folders: /^lost: /, database: /^lost: / },
    whyNot: whyNoPowerCuts,
  },
  steps: {
    load: () => import('./steps/run.ts'),
    unit: 'percent of the steps',
    size: 20,
    databases,
    plants: { 'reply-first': /: lost: / },
  },
  stop: {
    load: () => import('./disruptions/stop.ts'),
    unit: 'stops',
    size: 4,
    databases,
    plants: { abrupt: /^cut: / },
  },
  disk: {
    load: () => import('./disk/run.ts'),
    unit: 'levels',
    size: 8,
    quickSize: 4,
    databases: sqlite,
    plants: { 'no-watermark': /a student uploads with .* free: done/ },
    whyNot: whyNoSmallDisk,
  },
  postgres: {
    load: () => import('./disruptions/postgres.ts'),
    unit: 'outages',
    size: 3,
    databases: ['postgres'],
    plants: { 'reply-first': /^lost: /, 'long-wait': /^milliseconds for a public page: / },
    whyNot: () => (hasPostgres() ? undefined : 'there is no PostgreSQL'),
  },
  processes: {
    load: () => import('./processes/run.ts'),
    unit: 'rounds',
    size: 4,
    databases: ['postgres'],
    plants: { 'no-lease': /^second copies: /, 'next-version': /^$/ },
    whyNot: () => (hasPostgres() ? undefined : 'there is no PostgreSQL'),
  },
  pooler: {
    load: () => import('./pooler/run.ts'),
    unit: 'lost sessions',
    size: 2,
    databases: ['postgres'],
    plants: { 'session-lock': /ended \(1\) before it replied/ },
    whyNot: () => (hasPostgres() ? whyNoPrograms('pgbouncer') : 'there is no PostgreSQL'),
  },
  ha: {
    load: () => import('./ha/run.ts'),
    unit: 'kills of the primary',
    size: 2,
    databases: ['postgres'],
    plants: { 'reply-first': /^lost: /, 'no-lease': /^second copies: / },
    whyNot: whyNoCluster,
  },
  mail: {
    load: () => import('./mail/run.ts'),
    unit: 'kills at each step',
    size: 1,
    quickSize: 0.5,
    databases,
    plants: { 'sent-early': /: 0 copies instead of [12]/ },
  },
  editing: {
    load: () => import('./editing/run.ts'),
    unit: 'cells',
    size: 20_000,
    quickSize: 1000,
    databases,
    plants: { revision: /^lost update: / },
  },
  repeat: {
    load: () => import('./repeat/run.ts'),
    unit: 'writes',
    size: 400,
    quickSize: 40,
    databases,
    plants: { 'second-upload': /uploadDocument .*documents/ },
  },
  worlds: {
    load: () => import('./worlds/run.ts'),
    unit: 'pairs of worlds',
    size: 300,
    databases: sqlite,
    plants: { owner: /the supervisor\n/ },
  },
  fuzz: {
    load: () => import('./fuzz/run.ts'),
    unit: 'requests',
    size: 10_000,
    quickSize: 900,
    databases,
    plants: { 'no-validation': /: 500 / },
  },
  files: {
    load: () => import('./files/run.ts'),
    unit: 'files',
    size: 100,
    quickSize: 37,
    databases: sqlite,
    plants: { 'no-sandbox': /policy “/ },
  },
  s3: {
    load: () => import('./s3/run.ts'),
    unit: 'files',
    size: 40,
    databases: sqlite,
    plants: { 'lost-part': /^altered: / },
    whyNot: whyNoCeph,
  },
  slow: {
    load: () => import('./connections/slow.ts'),
    unit: 'slow connections',
    size: 2000,
    databases: sqlite,
    plants: { 'sync-hash': /milliseconds from save to save/ },
  },
  flood: {
    load: () => import('./connections/flood.ts'),
    unit: 'connections that read nothing',
    size: 12,
    databases: sqlite,
    plants: { 'all-at-once': /bytes occupied under unread replies|the portal ended/ },
  },
  logins: {
    load: () => import('./logins/run.ts'),
    unit: 'attacks',
    size: 5,
    quickSize: 1,
    databases: sqlite,
    plants: { 'no-device': /^only \d+ let in: .*device known/ },
  },
  mutants: {
    load: () => import('./mutants/run.ts'),
    unit: 'mutants',
    size: 4,
    databases: sqlite,
    plants: { 'no-test': /^survived: / },
  },
};
