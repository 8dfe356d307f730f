import { setTimeout as sleep } from 'node:timers/promises';
import type { TrustToolRunner } from '#trust/lib/instrument.ts';
import { withWorkspace } from '#trust/lib/workspace.ts';
import { type Disruption, disruptWorkspace } from './disrupt.ts';

type Power = {
  /** Simulates a power cut: discards all data that was not flushed to disk. */
  cut(): void;
  /** Restarts everything except the portal, as a reboot of the machine would. */
  restore(): void;
};

/** Kills the portal at a random moment, and in 20 % of cases again during the restart. `power` also cuts disk power. */
export const crashPortal =
  (power?: Power): Disruption =>
  async (portal) => {
    const end = async () => {
      if (power) {
        // Prevent replies after the power cut: while ext4 shuts down, `fsync` can succeed although the data is lost.
        portal.process.freeze();
        power.cut();
      }
      await portal.process.kill('SIGKILL');
    };
    // Wait only briefly: the load is constant, so longer waits would only reduce the number of kills per run.
    await sleep(portal.random.whole(10, 400));
    portal.collectErrors();
    await end();
    await portal.working;
    // After a power cut, ignore all errors, because they are caused by the disk that lost power.
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

/** Kills the portal repeatedly under load and checks that no acknowledged write is lost. */
export const run: TrustToolRunner = async (options, report) => {
  const { database } = options;
  await withWorkspace({ database, durable: true }, (workspace) =>
    disruptWorkspace(workspace, options, report, crashPortal()),
  );
  report.requireAtLeast({ unacknowledged: 1 });
};
