import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { anEmptyPlace } from './place.ts';
import { crashInPrograms } from './programs.ts';
import { crashInRequests } from './requests.ts';

/** The programs have so many more steps than requests that a smaller share of them is tried. */
const rarer = 5;

/** The portal crashed before each step of what it does, or that percentage of them, and done again. */
export const run: Run = async ({ size, database, seed, plant }, report) => {
  const every = Math.max(1, Math.round(100 / size));
  await inNewPlace({ database }, async ({ dataDir, databaseUrl }) => {
    const ground = { folder: dataDir, postgresUrl: databaseUrl };
    const place = await anEmptyPlace(ground);
    await crashInRequests(place, { every, seed, plant }, report);
    if (plant) return;
    await crashInPrograms(ground, place, every === 1 ? 1 : every * rarer, report);
  });
};
