import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tools/test/start-postgres.ts';
import { crashInActs } from './step-acts.ts';
import { anEmptyPlace } from './step-place.ts';
import { crashInPrograms } from './step-programs.ts';

/** A share of the steps; `npm run trust:steps` crashes before every one of them. */
test.for([
  ['sqlite', { every: 20, everyOfPrograms: 100 }],
  ['postgres', { every: 40, everyOfPrograms: 200 }],
] as const)(
  'what is crashed before one of its steps on %s is whole or not at all, and can be done again',
  {
    timeout: 600_000,
  },
  async ([database, { every, everyOfPrograms }], { skip }) => {
    if (database === 'postgres' && !hasPostgres()) skip();
    const folder = mkdtempSync(join(tmpdir(), 'trust-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = database === 'postgres' ? startPostgres() : undefined;
    if (postgres) onTestFinished(postgres.stop);
    const ground = { folder, postgresUrl: postgres?.url };
    const place = await anEmptyPlace(ground);
    const figures = [
      ...(await crashInActs(place, { every, seed: 1 })),
      ...(await crashInPrograms(ground, place, { every: everyOfPrograms })),
    ];
    expect(figures.flatMap(({ findings }) => findings)).toEqual([]);
    // An act that had no step to crash before would prove nothing.
    expect(figures.filter(({ crashes }) => crashes === 0)).toEqual([]);
  },
);
