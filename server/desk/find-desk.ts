import type { DeskItem } from '#contract/desk.ts';
import { announcementsFor } from '#server/announcements/announcements-for.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { coordinatorsDesk } from './coordinators-desk.ts';
import { studentsDesk } from './students-desk.ts';
import { supervisorsDesk } from './supervisors-desk.ts';

const desks = { student: studentsDesk, faculty: supervisorsDesk, admin: coordinatorsDesk };

/** Returns the items of the caller's desk: urgent ones first, otherwise in the order of the desk. */
export async function findDesk(services: Services, caller: Caller) {
  const items: DeskItem[] = await desks[caller.role](services, caller);
  const announcements = await announcementsFor(services, caller);
  return {
    announcements,
    items: items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
  };
}
