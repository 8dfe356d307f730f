import { addAnnouncement } from '#contract/messages/announcements.ts';
import { findChoices } from '#contract/students/proposals.ts';
import { formatDate } from '#contract/values/time.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import type { Chapter, DemoEvent } from './event.ts';

/** The coordinator has announced two things, the last one yesterday. */
export const announcements: Chapter = ({ dates }) => {
  const announce = (day: string, title: string, text: string): DemoEvent => ({
    at: toInstant(dates, day, '10:30'),
    run: async ({ admin }) => {
      const caller = await admin();
      const { cohort } = await caller.call(findChoices);
      const body = {
        cohort,
        title,
        text,
        audience: { to: 'cohort' as const },
        roles: ['student' as const, 'supervisor' as const],
        byEmail: false,
        publishAt: null,
        shownUntil: null,
        dryRun: false,
      };
      await caller.call(addAnnouncement, { body });
    },
  });
  const vivaWeek = `Vivas are held in the days before ${formatDate(dates.vivas)}; your examiner tells you the day.`;
  const report = `Describe in one page what works, what does not, and what you do next. It is due on ${formatDate(dates.nextReport)}.`;
  return [
    announce(
      addDays(dates.proposals, 12),
      'Viva week and certificates',
      `${vivaWeek}\n\nList your certificates on your page, and check [which courses count](/coursera) first.`,
    ),
    announce(addDays(dates.today, -1), 'The next monthly report', report),
  ];
};
