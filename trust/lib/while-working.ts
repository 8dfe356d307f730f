import { setTimeout as sleep } from 'node:timers/promises';
import { filesFolderOf, type Place } from '#server/backup/places.ts';
import type { Db } from '#server/db/tables.ts';
import { checkHistory } from './check-history.ts';
import type { Account, Group } from './fixtures.ts';
import type { Report } from './instrument.ts';
import type { Random } from './random.ts';
import { Journal, workUntilGone } from './work.ts';

export type Workplace = {
  place: Place;
  db: Db;
  url: string;
  groups: readonly Group[];
  journal: Journal;
  random: Random;
  report: Report;
};

/** Everybody works through `harm`, with a journal of this time alone, which is then held against what is there. */
export async function whileWorking<W extends Workplace>(
  workplace: W,
  newcomers: readonly Account[],
  harm: (during: W) => Promise<void>,
): Promise<void> {
  const { place, db, url, groups, random, report } = workplace;
  const journal = new Journal(workplace.journal);
  const since = new Date();
  let isOver = false;
  const work = { url, journal, random, isOver: () => isOver };
  const working = workUntilGone(work, groups, newcomers);
  await sleep(2000);
  await harm({ ...workplace, journal });
  await sleep(1000);
  isOver = true;
  await working;
  const site = { db, filesFolder: filesFolderOf(place), url };
  report.violate(...journal.refusals.map((refusal) => `refused: ${refusal}`));
  report.violate(...(await checkHistory(site, journal.effects, since)));
  report.count('acknowledged', journal.acknowledged.length);
  report.count('told to come back', journal.unavailable);
  workplace.journal.effects.push(...journal.effects);
}
