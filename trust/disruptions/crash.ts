import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { type Disruption, disruptInPlaces, disruptPlace } from './disrupt.ts';

/** What fails besides the portal's process. */
type Power = {
  /** Nothing that was not flushed to the disk stays. */
  cut(): void;
  /** Everything but the portal is back, as after a restart of the machine. */
  restore(): void;
};

/** Kills the portal at a random moment, with a power cut or without, now and then once more on its way up. */
export const crash =
  (power?: Power): Disruption =>
  async (portal) => {
    const end = async () => {
      power?.cut();
      await portal.process.kill('SIGKILL');
    };
    // Everybody works all the time: a longer wait meets no other moments, only fewer of them.
    await sleep(portal.random.whole(10, 400));
    portal.collectErrors();
    await end();
    await portal.working;
    // What is said of a disk that is gone breaks no promise.
    portal.collectErrors(() => power !== undefined);
    power?.restore();
    if (portal.random.next() < 0.2) {
      portal.launch();
      await sleep(portal.random.whole(50, 800));
      await end();
      power?.restore();
    }
    portal.launch();
    await portal.serve();
  };

/** The portal killed again and again, and what it acknowledged looked for. */
export const run: Run = async (options, report) => {
  const { database } = options;
  await disruptInPlaces(options, report, (part) =>
    inNewPlace({ database, durable: true }, (place) => disruptPlace(place, part, report, crash())),
  );
  report.requireAtLeast({ unacknowledged: 1 });
};
