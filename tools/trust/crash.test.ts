import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tools/test/start-postgres.ts';
import { runCrashes } from './crash-cycles.ts';
import { recoveryLimitMs } from './crash-figures.ts';

test.for([
  ['sqlite', 45],
  ['postgres', 5],
] as const)(
  'a portal on %s that is killed at any moment keeps what it acknowledged, and nothing in part',
  {
    timeout: 600_000,
  },
  async ([database, cycles], { skip }) => {
    // That it is missing is said, and counted, once for all tests.
    if (database === 'postgres' && !hasPostgres()) skip();
    const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const postgres = database === 'postgres' ? startPostgres({ durable: true }) : undefined;
    if (postgres) onTestFinished(postgres.stop);
    const { recoveriesMs, acknowledged, unanswered, ...figures } = await runCrashes(
      { dataDir, databaseUrl: postgres?.url },
      { cycles, seed: 20_270_115 },
    );
    expect(figures).toEqual({ cycles, lost: [], torn: [], unexpected: [] });
    // The median: on a machine that tests other things at the same time a single start may take its time.
    const median = recoveriesMs.toSorted((a, b) => a - b)[Math.floor(cycles / 2)];
    expect(median).toBeLessThan(3 * recoveryLimitMs);
    // Killing an idle portal would prove nothing.
    for (const count of Object.values(acknowledged)) {
      expect(count).toBeGreaterThanOrEqual(Math.floor(cycles / 5));
    }
    expect(Math.max(...Object.values(unanswered))).toBeGreaterThan(0);
  },
);
