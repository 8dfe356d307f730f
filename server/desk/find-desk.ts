import type { DeskItem } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';
import { listCurrentAnnouncements } from '#server/announcements/list-current-announcements.ts';
import type { CohortContent } from '#server/content/content.ts';
import { readTogether } from '#server/db/read-together.ts';
import { findOwnMembership, isGroupVisibleTo } from '#server/groups/group-access.ts';
import type { DeskPart, FacultyDeskContext, StudentDeskContext } from '#server/http/desk.ts';
import type { Caller } from '#server/http/serve.ts';
import { countNotices } from '#server/notices/list-notices.ts';
import type { Services } from '#server/services.ts';

/** How long marks, decisions and files are listed as new, in milliseconds. */
const newsMs = 14 * 24 * 3_600_000;

type Viewer = Pick<FacultyDeskContext, 'services' | 'caller' | 'now' | 'newsSince'>;
type PartOf<R extends Role> = Extract<DeskPart, { role: R }>;
type FindItems = (viewer: Viewer, parts: readonly DeskPart[]) => Promise<DeskItem[]>;

const findItems: Record<Role, FindItems> = {
  student: findStudentItems,
  faculty: findFacultyItems,
  admin: (viewer, parts) => collect(selectParts(parts, 'admin'), viewer),
};

/** Returns the current user's announcements, tasks (urgent tasks first) and number of unread notices. */
export async function findDesk(services: Services, caller: Caller, all: readonly DeskPart[]) {
  const { modules } = services.content;
  const parts = all.filter(({ module }) => isModuleEnabled(modules, module));
  const now = services.clock();
  const newsSince = new Date(now.getTime() - newsMs).toISOString();
  // Use one database connection per request.
  const [items, announcements, { unread }] = await readTogether(services.db, (db) => {
    const reader = { ...services, db };
    return Promise.all([
      findItems[caller.role]({ services: reader, caller, now, newsSince }, parts),
      listCurrentAnnouncements(reader, caller),
      countNotices(reader, caller),
    ]);
  });
  return {
    announcements,
    items: items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
    unread,
  };
}

const selectParts = <R extends Role>(parts: readonly DeskPart[], role: R) =>
  parts
    .filter((part): part is PartOf<R> => part.role === role)
    .toSorted((a, b) => a.order - b.order);

async function collect<Desk>(
  parts: readonly { find: (desk: Desk) => Promise<DeskItem[]> }[],
  desk: Desk,
): Promise<DeskItem[]> {
  return (await Promise.all(parts.map(({ find }) => find(desk)))).flat();
}

async function findStudentItems(viewer: Viewer, parts: readonly DeskPart[]): Promise<DeskItem[]> {
  const { services, caller } = viewer;
  if (!caller.isConfirmed) {
    const text = 'Confirm your email to submit a proposal and see your marks.';
    return [{ id: 'confirm', text, to: paths.students, isUrgent: true }];
  }
  const membership = await findOwnMembership(services.db, caller);
  if (!membership) {
    const text = 'You’re not in a group yet. Submit a proposal, or ask a teammate to add you.';
    return [{ id: 'propose', text, to: paths.proposal, isUrgent: true, action: 'Propose' }];
  }
  const { id: memberId, group_id: id, ...columns } = membership;
  const group = { id, ...columns };
  const { cohort_id, cohort_version } = group;
  // A closed cohort accepts no submissions or decisions.
  const { closedAt } = await services.content.cohort(services.db, cohort_id, cohort_version);
  if (closedAt !== null) return [];
  const desk: StudentDeskContext = { ...viewer, memberId, group };
  return collect(selectParts(parts, 'student'), desk);
}

async function findFacultyItems(viewer: Viewer, parts: readonly DeskPart[]): Promise<DeskItem[]> {
  const { content } = viewer.services;
  const items = content.cohorts
    .filter(({ closedAt }) => closedAt === null)
    .map(async (cohort) => {
      const otherCohort = content.current._id === cohort._id ? undefined : cohort.code;
      const staffed = await listStaffedGroups(viewer, cohort);
      const desk = { ...viewer, cohort, otherCohort, ...staffed };
      return collect(selectParts(parts, 'faculty'), desk);
    });
  return (await Promise.all(items)).flat();
}

async function listStaffedGroups({ services, caller }: Viewer, cohort: CohortContent) {
  const groups = await services.db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'viva_date', 'created_at'])
    .select(['supervisor_id', 'external_examiner_id'])
    .where('cohort_id', '=', cohort._id)
    .where(isGroupVisibleTo(caller))
    .execute();
  return {
    supervised: groups.filter((group) => group.supervisor_id === caller.userId),
    examined: groups.filter((group) => group.external_examiner_id === caller.userId),
  };
}
