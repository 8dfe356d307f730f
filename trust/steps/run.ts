import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { type ActFigures, crashInActs } from './acts.ts';
import { anEmptyPlace } from './place.ts';
import { crashInPrograms } from './programs.ts';

/** The programs have so many more steps than what people ask for that a smaller share of them is tried. */
const rarer = 5;

/** The portal crashed before each step of what it does, or that percentage of them, and done again. */
export async function run({ size, database, seed, say }: Asked): Promise<Outcome> {
  const every = Math.max(1, Math.round(100 / size));
  const onAct = ({ act, crashes }: ActFigures) => say?.(`${act}: ${crashes} crashes`);
  const figures = await inNewPlace({ database }, async ({ dataDir, databaseUrl }) => {
    const ground = { folder: dataDir, postgresUrl: databaseUrl };
    const place = await anEmptyPlace(ground);
    const everyOfPrograms = every === 1 ? 1 : every * rarer;
    return [
      ...(await crashInActs(place, { every, seed, onAct })),
      ...(await crashInPrograms(ground, place, { every: everyOfPrograms, onAct })),
    ];
  });
  return {
    figures: Object.fromEntries(figures.map(({ act, crashes }) => [act, `${crashes} crashes`])),
    findings: figures.flatMap(({ act, findings }) => findings.map((what) => `${act}, ${what}`)),
    idle: tooFew(
      Object.fromEntries(figures.map(({ act, crashes }) => [`crashes in ${act}`, [crashes, 1]])),
    ),
  };
}
