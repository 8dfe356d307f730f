import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tools/test/start-postgres.ts';
import { rawShapes } from './fuzz/raw.ts';
import { growthLimit, rawEvery, runFuzz } from './fuzz/run.ts';

const seed = Math.floor(Math.random() * 2 ** 30);

test.for(['sqlite', 'postgres'])(
  'hostile requests to every call on %s are refused, and nothing invalid is kept',
  {
    timeout: 600_000,
  },
  async (database, { skip }) => {
    if (database === 'postgres' && !hasPostgres()) skip();
    const postgres = database === 'postgres' ? startPostgres() : undefined;
    if (postgres) onTestFinished(postgres.stop);
    const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const place = { dataDir, databaseUrl: postgres?.url };
    // Room for every raw shape, and for all else in between.
    const size = rawShapes * rawEvery;
    const { requests, faults, invalidRows, growth, kinds, statuses } = await runFuzz(place, {
      size,
      seed,
    });
    expect({ faults, invalidRows }, `seed ${seed}`).toEqual({ faults: [], invalidRows: [] });
    expect(requests).toBe(size);
    expect(growth).toBeLessThan(growthLimit);
    expect(kinds['raw shape']).toBe(rawShapes);
    // Requests that all fail at the door would prove nothing.
    expect(statuses[200]).toBeGreaterThan(size / 20);
    expect(statuses[400]).toBeGreaterThan(size / 20);
  },
);
