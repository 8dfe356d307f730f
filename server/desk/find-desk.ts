import type { DeskItem } from '#contract/desk.ts';
import { listCurrentAnnouncements } from '#server/announcements/list-current-announcements.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findCoordinatorDesk } from './coordinators-desk.ts';
import { findStudentDesk } from './students-desk.ts';
import { findSupervisorDesk } from './supervisors-desk.ts';

const desks = { student: findStudentDesk, faculty: findSupervisorDesk, admin: findCoordinatorDesk };

/** Returns the items of the caller's desk, urgent ones first. */
export async function findDesk(services: Services, caller: Caller) {
  const items: DeskItem[] = await desks[caller.role](services, caller);
  const announcements = await listCurrentAnnouncements(services, caller);
  return {
    announcements,
    items: items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
  };
}
