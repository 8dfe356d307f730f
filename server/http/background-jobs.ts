import type { Services } from '#server/services.ts';

export type BackgroundJob = {
  run: (services: Services) => Promise<unknown>;
  /** True if the job deletes rows by age. Such a job is skipped while the system clock may be wrong. */
  deletesByAge?: true;
};

/** Runs the jobs one after another with current settings. A failure is logged and does not stop the remaining jobs. */
export async function runBackgroundJobs(
  services: Services,
  jobs: readonly BackgroundJob[],
  isClockSteady: () => boolean,
): Promise<void> {
  try {
    // Another process may have changed the settings, and this one may not have served a request since then.
    await services.content.refresh();
  } catch (err) {
    services.log.warn({ err }, 'the settings could not be refreshed, cached ones are used');
  }
  for (const { run, deletesByAge } of jobs) {
    if (deletesByAge && !isClockSteady()) continue;
    try {
      await run(services);
    } catch (err) {
      services.log.warn({ err, job: run.name }, 'a background job failed, retrying in a minute');
    }
  }
}
