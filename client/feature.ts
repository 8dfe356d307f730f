// Each feature folder declares its pages in `feature.ts` and can contribute sections to pages of other features. The
// file name determines the page: for example, `group-section.tsx` exports a feature's sections for the group page.
// Pages load sections by file name, so that they need not import any feature.

import type { ComponentType, ReactNode } from 'react';
import type { BoardRow } from '#contract/board.ts';
import type { EndpointAccess, EndpointReply, Role } from '#contract/endpoint.ts';
import type { FullGroup, findGroup, getGroup, PublicMember } from '#contract/groups.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';

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
  /**
   * Position among the links to other staff pages that appear on every staff page. Only set for pages that the
   * specification does not list in the navigation bar.
   */
  staffLink?: number;
};
export type Pages = readonly Page[];

/** A part of a page. Its component receives the page's context as props. */
export type PageSection<Context extends object> = {
  /** Sort key, which must be unique among the sections of the same type. */
  order: number;
  Component: ComponentType<Context>;
};

type RoleSection = PageSection<object> & { roles: readonly Role[] };

type GroupContext = {
  group: EndpointReply<typeof getGroup>['group'];
  /** True if the user is a student in the group, false for staff. */
  isMember: boolean;
};
type MemberContext = { member: PublicMember };

/** A section of the group page, `/groups/:name` (`group-section.tsx`). */
export type GroupSection = PageSection<
  GroupContext & {
    /** Renders the `GroupMemberSection`s of a member. */
    renderMember: (member: PublicMember) => ReactNode;
  }
>;
/** A section below each member on the group page (`group-member-section.tsx`). */
export type GroupMemberSection = PageSection<GroupContext & MemberContext>;
/** A section beside the heading of the group page (`group-action-section.tsx`). `group` is undefined while loading. */
export type GroupActionSection = PageSection<{ group: GroupContext['group'] | undefined }>;

/** A section of the page `/students` (`student-section.tsx`). `group` and `member` are undefined while loading. */
export type StudentSection = PageSection<
  Partial<EndpointReply<typeof findGroup>> & {
    email?: string;
    /** The rendered `StudentMarksSection`s. */
    marksActions: ReactNode;
  }
>;
/** A section beside the heading of the student's marks on `/students` (`student-marks-section.tsx`). */
export type StudentMarksSection = PageSection<{ groupId: string | undefined }>;

/**
 * A section below the tasks on `/desk` (`desk-section.tsx`). Rendered only after the tasks have loaded, to prevent a
 * layout shift.
 */
export type DeskSection = RoleSection;

/** A section above the tabs of the admin panel, `/admin` (`admin-section.tsx`). */
export type AdminSection = PageSection<object>;
/** A section of an admin panel tab (`admin-tab-section.tsx`). Sections with the same `tab` share one tab. */
export type AdminTabSection = PageSection<{
  renderGroup: (group: FullGroup) => ReactNode;
  renderMember: (context: AdminMemberContext) => ReactNode;
}> & { tab: string; label: string };
type AdminMemberContext = MemberContext & { group: FullGroup; onChanged: () => void };
/** A section of an expanded group in the admin panel (`admin-group-section.tsx`). */
export type AdminGroupSection = PageSection<{ group: FullGroup }>;
/** A section below each member of an expanded group in the admin panel (`admin-member-section.tsx`). */
export type AdminMemberSection = PageSection<AdminMemberContext>;

type DrawerContext = { row: BoardRow; isAdmin: boolean };
/** A section of the board's drawer (`drawer-section.tsx`), rendered above the group if `isAboveGroup`. */
export type DrawerSection = PageSection<DrawerContext> & { isAboveGroup?: boolean };
/** A section of the group that is open in the board's drawer (`drawer-group-section.tsx`). */
export type DrawerGroupSection = PageSection<{ group: GroupContext['group'] }>;
/** A view that replaces the board if the URL has the query parameter `parameter` (`board-view-section.tsx`). */
export type BoardViewSection = PageSection<{
  value: string;
  /** Renders the `MilestoneGroupSection`s of a group. */
  renderFiles: (group: FullGroup, due: Deadline | undefined) => ReactNode;
}> & { parameter: string };
/** A section of each group on the page for marking one milestone (`milestone-group-section.tsx`). */
export type MilestoneGroupSection = PageSection<{ group: FullGroup; due: Deadline | undefined }>;
