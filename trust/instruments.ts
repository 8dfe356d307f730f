import { hasPostgres } from '#tools/test/start-postgres.ts';
import { type DatabaseKind, databaseKinds, type TrustToolRunner } from './lib/instrument.ts';
import { getPowerCutUnavailableReason } from './lib/processes/power-cut-disk.ts';

export type TrustTool = {
  /** Imports the instrument lazily, so that a fault can be injected into the portal's code first. */
  load: () => Promise<{ run: TrustToolRunner }>;
  unit: string;
  /** Size for `npm run trust`, which must finish all instruments within 15 minutes. */
  size: number;
  databases: readonly [DatabaseKind, ...DatabaseKind[]];
  /** Faults that can be injected, each with a pattern that the resulting violation must match. */
  faults: Readonly<Record<string, RegExp>>;
  getUnavailableReason?: () => string | undefined;
};

const getPostgresUnavailableReason = () =>
  hasPostgres() ? undefined : 'PostgreSQL is not installed';

export const trustTools: Readonly<Record<string, TrustTool>> = {
  crash: {
    load: () => import('./disruptions/crash.ts'),
    unit: 'kills',
    size: 20,
    databases: databaseKinds,
    faults: { 'reply-first': /^lost: / },
  },
  power: {
    load: () => import('./disruptions/power.ts'),
    unit: 'power cuts',
    size: 10,
    databases: databaseKinds,
    faults: { files: /^lost: /, folders: /^lost: /, database: /^lost: / },
    getUnavailableReason: getPowerCutUnavailableReason,
  },
  postgres: {
    load: () => import('./disruptions/postgres.ts'),
    unit: 'outages',
    size: 3,
    databases: ['postgres'],
    faults: { 'reply-first': /^lost: /, 'long-wait': /^slowest public page, ms: / },
    getUnavailableReason: getPostgresUnavailableReason,
  },
  deadline: {
    load: () => import('./deadline/run.ts'),
    unit: 'students',
    size: 60,
    databases: ['postgres'],
    faults: { 'reply-first': /^lost: / },
    getUnavailableReason: getPostgresUnavailableReason,
  },
  repeat: {
    load: () => import('./repeat/run.ts'),
    unit: 'writes',
    size: 400,
    databases: databaseKinds,
    faults: { 'second-upload': /uploadDocument .*documents/ },
  },
  'non-interference': {
    load: () => import('./non-interference/run.ts'),
    unit: 'pairs of databases',
    size: 200,
    databases: ['sqlite'],
    faults: { owner: /the supervisor\n/ },
  },
  fuzz: {
    load: () => import('./fuzz/run.ts'),
    unit: 'requests',
    size: 10_000,
    databases: databaseKinds,
    faults: { 'no-validation': /: 500 / },
  },
};
