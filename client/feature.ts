// `feature.ts` declares a feature's pages. Files such as `group-section.tsx` export sections for other features'
// pages. The pages find these sections by file name instead of importing the features.

import type { ComponentType, ReactNode } from 'react';
import type { BoardRow } from '#contract/board.ts';
import type { EndpointAccess, EndpointReply } from '#contract/endpoint.ts';
import type { FullGroup, findGroup, getGroup, PublicMember } from '#contract/groups.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import type { Role } from '#contract/values/roles.ts';

export type Page = {
  path: string;
  label: string;
  /** Title of the browser tab. Defaults to the label. */
  title?: string;
  access: EndpointAccess;
  /** Path of the page's source file without extension, by default `board/board-page` for `/board`. */
  file?: string;
  /** Position in the navigation bar of each role (spec 2). */
  navigation?: Partial<Record<Role, number>>;
  /** Position among the links on every staff page. Only for pages that are not in the navigation bar (spec 2). */
  staffLink?: number;
};
export type Pages = readonly Page[];

/** Returns the path of a page's source file without extension, by default `board/board-page` for `/board`. */
export const getPageFile = ({ path, file }: Page): string => file ?? `${path.slice(1)}${path}-page`;

export type PageSection<Context extends object> = {
  /** Sort key, unique among the sections of the same type. */
  order: number;
  Component: ComponentType<Context>;
};

type RoleSection = PageSection<object> & { roles: readonly Role[] };

type GroupContext = {
  group: EndpointReply<typeof getGroup>['group'];
  /** True for a student in the group, false for staff. */
  isMember: boolean;
};
type MemberContext = { member: PublicMember };

/** Section of the group page, `/groups/:name` (`group-section.tsx`). */
export type GroupSection = PageSection<
  GroupContext & {
    /** Renders the `GroupMemberSection`s of a member. */
    renderMember: (member: PublicMember) => ReactNode;
  }
>;
/** Section below each member on the group page (`group-member-section.tsx`). */
export type GroupMemberSection = PageSection<GroupContext & MemberContext>;
/** Section beside the heading of the group page (`group-action-section.tsx`). `group` is undefined while loading. */
export type GroupActionSection = PageSection<{ group: GroupContext['group'] | undefined }>;

/** Section of `/students` (`student-section.tsx`). `group` and `member` are undefined while loading. */
export type StudentSection = PageSection<
  Partial<EndpointReply<typeof findGroup>> & {
    email?: string;
    /** Rendered sections of other features, such as the export of marks. */
    marksActions: ReactNode;
  }
>;
/** Section beside the heading of the student's marks on `/students` (`student-marks-section.tsx`). */
export type StudentMarksSection = PageSection<{ groupId: string | undefined }>;

/** Section below the tasks on `/desk` (`desk-section.tsx`), rendered after the tasks have loaded. */
export type DeskSection = RoleSection;

/** Section above the tabs of the admin panel, `/admin` (`admin-section.tsx`). */
export type AdminSection = PageSection<object>;
/** Section of an admin panel tab (`admin-tab-section.tsx`). Sections with the same `tab` share one tab. */
export type AdminTabSection = PageSection<{
  renderGroup: (group: FullGroup) => ReactNode;
  renderMember: (context: AdminMemberContext) => ReactNode;
}> & { tab: string; label: string };
type AdminMemberContext = MemberContext & { group: FullGroup; onChanged: () => void };
/** Section of an expanded group in the admin panel (`admin-group-section.tsx`). */
export type AdminGroupSection = PageSection<{ group: FullGroup }>;
/** Section below each member of an expanded group in the admin panel (`admin-member-section.tsx`). */
export type AdminMemberSection = PageSection<AdminMemberContext>;

type DrawerContext = { row: BoardRow; isAdmin: boolean };
/** Section of the board's drawer (`drawer-section.tsx`), rendered above the group if `isAboveGroup`. */
export type DrawerSection = PageSection<DrawerContext> & { isAboveGroup?: boolean };
/** Section of the group that is open in the board's drawer (`drawer-group-section.tsx`). */
export type DrawerGroupSection = PageSection<{ group: GroupContext['group'] }>;
/** View that replaces the board if the URL has the query parameter `parameter` (`board-view-section.tsx`). */
export type BoardViewSection = PageSection<{
  value: string;
  /** Renders the `MilestoneGroupSection`s of a group. */
  renderFiles: (group: FullGroup, due: Deadline | undefined) => ReactNode;
}> & { parameter: string };
/** Section of each group on the page for marking one milestone (`milestone-group-section.tsx`). */
export type MilestoneGroupSection = PageSection<{ group: FullGroup; due: Deadline | undefined }>;
