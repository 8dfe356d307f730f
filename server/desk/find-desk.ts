import type { DeskItem } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import type { Role } from '#contract/values/roles.ts';
import { listCurrentAnnouncements } from '#server/announcements/list-current-announcements.ts';
import type { CohortContent } from '#server/content/content.ts';
import { findOwnMembership, isGroupVisibleTo } from '#server/groups/group-access.ts';
import type {
  AssignedGroup,
  DeskPart,
  FacultyDeskContext,
  StudentDeskContext,
} from '#server/http/desk.ts';
import type { Caller } from '#server/http/serve.ts';
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

/** Returns the current user's announcements and tasks, urgent tasks first. */
export async function findDesk(services: Services, caller: Caller, parts: readonly DeskPart[]) {
  const now = services.clock();
  const newsSince = new Date(now.getTime() - newsMs).toISOString();
  const items = await findItems[caller.role]({ services, caller, now, newsSince }, parts);
  return {
    announcements: await listCurrentAnnouncements(services, caller),
    items: items.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
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
  const items: DeskItem[] = [];
  // Run these queries one by one, so that a request uses only one database connection.
  for (const { find } of parts) items.push(...(await find(desk)));
  return items;
}

async function findStudentItems(viewer: Viewer, parts: readonly DeskPart[]): Promise<DeskItem[]> {
  const { services, caller } = viewer;
  if (!caller.isConfirmed) {
    const text = 'Your email is not confirmed yet: confirm it to propose and to see your marks.';
    return [{ id: 'confirm', text, to: paths.students, isUrgent: true }];
  }
  const membership = await findOwnMembership(services.db, caller);
  if (!membership) {
    const text = 'You are in no group yet: propose your project, or ask a team mate to name you.';
    return [{ id: 'propose', text, to: paths.proposal, isUrgent: true }];
  }
  const group = await services.db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'cohort_id', 'created_at'])
    .where('id', '=', membership.group_id)
    .executeTakeFirstOrThrow();
  // A closed cohort accepts no submissions or decisions.
  const { closedAt } = await services.content.cohort(services.db, group.cohort_id);
  if (closedAt !== null) return [];
  const desk: StudentDeskContext = { ...viewer, memberId: membership.id, group };
  return collect(selectParts(parts, 'student'), desk);
}

async function findFacultyItems(viewer: Viewer, parts: readonly DeskPart[]): Promise<DeskItem[]> {
  const { content } = viewer.services;
  const items: DeskItem[] = [];
  for (const cohort of content.cohorts) {
    if (cohort.closedAt !== null) continue;
    const otherCohort = content.current._id === cohort._id ? undefined : cohort.code;
    const desk = { ...viewer, cohort, otherCohort, ...(await listStaffedGroups(viewer, cohort)) };
    items.push(...(await collect(selectParts(parts, 'faculty'), desk)));
  }
  return items;
}

async function listStaffedGroups({ services, caller }: Viewer, cohort: CohortContent) {
  const groups: (AssignedGroup & { supervisor_id: string | null })[] = await services.db
    .selectFrom('groups')
    .select(['id', 'name', 'program', 'viva_date', 'supervisor_id', 'created_at'])
    .where('cohort_id', '=', cohort._id)
    .where(isGroupVisibleTo(caller))
    .execute();
  return {
    supervised: groups.filter((group) => group.supervisor_id === caller.userId),
    examined: groups.filter((group) => group.supervisor_id !== caller.userId),
  };
}
