import { defaultReminderSettings, getReminderDays } from '#contract/settings/department.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import type { Chapter } from './event.ts';

/** Days before a deadline on which the portal sends reminders, and the day after it, when it reports missing files. */
const daysBefore = [...getReminderDays(defaultReminderSettings), -1];

/** The background jobs run on the days on which the portal sends emails about deadlines, and yesterday. */
export const jobs: Chapter = ({ dates }) => {
  const { today, proposals, firstReport, nextReport } = dates;
  const days = [proposals, firstReport, nextReport]
    .flatMap((due) => daysBefore.map((count) => addDays(due, -count)))
    .filter((day) => day < today);
  return [...days, addDays(today, -1)].map((day) => ({
    at: toInstant(dates, day, '20:00'),
    run: ({ runJobs }) => runJobs(),
  }));
};
