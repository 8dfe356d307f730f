// A feature declares its pages in `client/x/feature.ts` and contributes sections to shared pages. A
// section's file name specifies its place: `client/x/group-section.tsx` exports the `sections` of
// feature x for the group page. Pages find sections by file name and import no feature.

import type { ComponentType, ReactNode } from 'react';
import type { BoardRow } from '#contract/board.ts';
import type { Access, ReplyOf, Role } from '#contract/endpoint.ts';
import type { FullGroup, findGroup, getGroup, MemberCard } from '#contract/groups.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';

export type Page = {
  path: string;
  label: string;
  /** Title of the browser tab. Defaults to the label. */
  title?: string;
  access: Access;
  /** The page's file without extension. Defaults to `board/board-page` for `/board`. */
  file?: string;
  /** Position in each role's navigation bar (spec 2). */
  navigation?: Partial<Record<Role, number>>;
  /** Position among the staff links, for pages that are not in the specified navigation bar. */
  staffLink?: number;
};
export type Pages = readonly Page[];

/** A part of a page. Its component receives the page's context as props. */
export type Section<Context extends object> = {
  /** Sort key among the sections of a place. Must be unique within the place. */
  order: number;
  Component: ComponentType<Context>;
};

/** A section that is shown only to some roles. */
type RoleSection = Section<object> & { roles: readonly Role[] };

type GroupContext = {
  group: ReplyOf<typeof getGroup>['group'];
  /** True if the user is a student in the group, false for staff. */
  isMember: boolean;
};
type MemberContext = { member: MemberCard };

/** Group page (`/groups/:name`), `group-section.tsx`. */
export type GroupSection = Section<
  GroupContext & {
    /** Renders the sections of `group-member-section.tsx`. */
    renderMember: (member: MemberCard) => ReactNode;
  }
>;
/** Below each member on the group page, `group-member-section.tsx`. */
export type GroupMemberSection = Section<GroupContext & MemberContext>;
/** Beside the heading of the group page, `group-action-section.tsx`. `group` is undefined while it loads. */
export type GroupActionSection = Section<{ group: GroupContext['group'] | undefined }>;

/** The student's own page (`/students`), `student-section.tsx`. `group` and `member` are undefined while they load. */
export type StudentSection = Section<
  Partial<ReplyOf<typeof findGroup>> & {
    email?: string;
    /** Renders the sections of `student-marks-section.tsx`. */
    marksActions: ReactNode;
  }
>;
/** Beside the heading of the student's marks, `student-marks-section.tsx`. */
export type StudentMarksSection = Section<{ groupId: string | undefined }>;

/**
 * Desk (`/desk`), below the tasks, `desk-section.tsx`. Rendered after the tasks have loaded, so that it does not move.
 */
export type DeskSection = RoleSection;

/** Admin panel (`/admin`), above the tabs, `admin-section.tsx`. */
export type AdminSection = Section<object>;
/** Part of a tab of the admin panel, `admin-tab-section.tsx`. Sections with the same `tab` share a tab. */
export type AdminTabSection = Section<{
  renderGroup: (group: FullGroup) => ReactNode;
  renderMember: (context: AdminMemberContext) => ReactNode;
}> & { tab: string; label: string };
type AdminMemberContext = MemberContext & { group: FullGroup; onChanged: () => void };
/** An open group in the admin panel, `admin-group-section.tsx`. */
export type AdminGroupSection = Section<{ group: FullGroup }>;
/** Below each member of an open group in the admin panel, `admin-member-section.tsx`. */
export type AdminMemberSection = Section<AdminMemberContext>;

type DrawerContext = { row: BoardRow; isAdmin: boolean };
/** The board's drawer, `drawer-section.tsx`. With `isAboveGroup`, rendered above the group and before it has loaded. */
export type DrawerSection = Section<DrawerContext> & { isAboveGroup?: boolean };
/** The group in the board's drawer, `drawer-group-section.tsx`. */
export type DrawerGroupSection = Section<{ group: GroupContext['group'] }>;
/** Replaces the board if the URL has the section's parameter, `board-view-section.tsx`. */
export type BoardViewSection = Section<{
  value: string;
  /** Renders the sections of `milestone-group-section.tsx`. */
  renderFiles: (group: FullGroup, due: Deadline | undefined) => ReactNode;
}> & { parameter: string };
/** A group on the page that marks one milestone, `milestone-group-section.tsx`. */
export type MilestoneGroupSection = Section<{ group: FullGroup; due: Deadline | undefined }>;
