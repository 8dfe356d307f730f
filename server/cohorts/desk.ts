import type { DeskItem } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { isDeadlinePassed } from '#contract/rules/deadlines.ts';
import type { AdminDeskContext, DeskPart } from '#server/http/desk.ts';

export const cohortsDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 95, find: findPastCohorts },
];

/** Returns an item for each open cohort whose deadlines have all passed. */
async function findPastCohorts({ services, now }: AdminDeskContext): Promise<DeskItem[]> {
  return services.content.cohorts
    .filter(
      ({ closedAt, deadlines }) =>
        closedAt === null &&
        deadlines.length > 0 &&
        deadlines.every((deadline) => isDeadlinePassed(deadline, now)),
    )
    .map(({ code, name }) => ({
      id: `past-${code}`,
      text: `All deadlines in ${name} are past. Close the session once its marks are final.`,
      to: links.closeCohort(code),
      isUrgent: false,
      action: 'Close',
    }));
}
