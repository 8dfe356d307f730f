// `feature.ts` declares a feature's pages. Files such as `group-section.tsx` export sections for other features'
// pages. The pages find these sections by file name instead of importing the features.

import type { ComponentType, ReactNode } from 'react';
import type { BoardRow } from '#contract/board.ts';
import type { EndpointAccess, EndpointReply } from '#contract/endpoint.ts';
import type { FullGroup, FullMember, findGroup, getGroup, PublicMember } from '#contract/groups.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import type { Submission } from '#contract/rules/submissions.ts';
import type { CohortKind } from '#contract/settings/kinds.ts';
import type { ModuleName, Modules } from '#contract/settings/modules.ts';
import {
  defaultMenuLabels,
  type MenuEntry,
  type MenuLabels,
} from '#contract/settings/portal-names.ts';
import type { Role } from '#contract/values/roles.ts';

export type Page = {
  path: string;
  label: string;
  /** Title of the browser tab. Defaults to the label. */
  title?: string;
  /** Entry of the navigation bar, whose label the department may replace. */
  menu?: MenuEntry;
  access: EndpointAccess;
  /** Module to which the page belongs. If it is switched off, the page says so and no menu contains it. */
  module?: ModuleName;
  /** Path of the page's source file without extension, by default `board/board-page` for `/board`. */
  file?: string;
  /** True if the page is below a place of the rail, to which a breadcrumb then leads. */
  isBelowPlace?: true;
  /** Position in the navigation bar of each role (spec 2). */
  navigation?: Partial<Record<Role, number>>;
};
export type Pages = readonly Page[];

export const buildMenuNames = (menu: MenuEntry) => ({ menu, label: defaultMenuLabels[menu] });

export const getPageLabel = ({ menu, label }: Page, labels: MenuLabels): string =>
  (menu && labels[menu]) ?? label;

/** Returns the title of the page's heading and browser tab: the department's own label, if it has replaced it. */
export const getPageTitle = ({ menu, title, label }: Page, labels: MenuLabels): string =>
  (menu && labels[menu]) ?? title ?? label;

/** Returns the path of a page's source file without extension, by default `board/board-page` for `/board`. */
export const getPageFile = ({ path, file }: Page): string => file ?? `${path.slice(1)}${path}-page`;

export type PageSection<Context extends object> = {
  /** Sort key, unique among the sections of the same type. */
  order: number;
  /** Module to which the section belongs. If it is switched off, the section is not rendered. */
  module?: ModuleName;
  Component: ComponentType<Context>;
};

type RoleSection = PageSection<object> & { roles: readonly Role[] };

type GroupContext = {
  group: EndpointReply<typeof getGroup>['group'];
  /** True for a student in the group, false for staff. */
  isMember: boolean;
};
type MemberContext = { member: PublicMember };

/** Tabs of the group page with their labels, in order. A tab without a section for the user is not shown. */
export const groupTabs = {
  overview: 'Overview',
  documents: 'Documents',
  marks: 'Marks',
  discussion: 'Discussion',
  meetings: 'Meetings',
  history: 'History',
} as const;
export type GroupTab = keyof typeof groupTabs;

/** Section of a tab of the group page, `/groups/:name` (`group-section.tsx`). */
export type GroupSection = PageSection<
  GroupContext & {
    /** Renders the `GroupMemberSection`s of a member. */
    renderMember: (member: PublicMember) => ReactNode;
  }
> & {
  tab: GroupTab;
  /** Roles that see the section. The default is everybody who may open the page. */
  roles?: readonly Role[];
  /** Further condition, which depends on the group. */
  isShownTo?: (group: GroupContext['group'], user: { role: Role; userId: string }) => boolean;
  /** Rendered in the tab, after its label. May render nothing. */
  TabNote?: ComponentType<Pick<GroupContext, 'group'>>;
};
/** Section below each member on the group page (`group-member-section.tsx`). */
export type GroupMemberSection = PageSection<GroupContext & MemberContext>;
/** Section beside all tabs of the group page (`group-side-section.tsx`). May render nothing. */
export type GroupSideSection = PageSection<GroupContext>;
/** Section beside the heading of the group page (`group-action-section.tsx`). `group` is undefined while loading. */
export type GroupActionSection = PageSection<{ group: GroupContext['group'] | undefined }>;

/** Line below the title of the group page (`group-header-section.tsx`). `group` is undefined while loading. */
export type GroupHeaderSection = PageSection<{ group: GroupContext['group'] | undefined }>;

/** A file that the user has chosen for a deadline. */
export type ChosenUpload = {
  groupId: string;
  deadline: Pick<Submission, 'deadlineId' | 'title'>;
  kind: CohortKind;
  file: File;
};

/** Section of `/students` (`student-section.tsx`). `group` and `member` are undefined while loading. */
export type StudentSection = PageSection<
  Partial<EndpointReply<typeof findGroup>> & {
    email?: string;
    /** Rendered sections of other features, such as the export of marks. */
    marksActions: ReactNode;
    /** Uploads a file for exactly this deadline. */
    onUpload: (upload: ChosenUpload) => void;
  }
>;
/** Section beside the heading of the student's marks on `/students` (`student-marks-section.tsx`). */
export type StudentMarksSection = PageSection<{ groupId: string | undefined }>;

/** Section below the tasks of the desk (`desk-section.tsx`), or beside them. Rendered after the tasks have loaded. */
export type DeskSection = RoleSection & { isBeside?: true };

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
  renderFiles: (context: MilestoneGroupContext) => ReactNode;
}> & { parameter: string };
/** `tab` is the part of the marking scheme on the marks page. */
type MilestoneGroupContext = { group: FullGroup; due: Deadline | undefined; tab: string };
/** Section of each group on the page for marking one milestone (`milestone-group-section.tsx`). */
export type MilestoneGroupSection = PageSection<MilestoneGroupContext>;

/** Note below the marks of a member for a milestone (`mark-section.tsx`). */
export type MarkSection = PageSection<{
  group: FullGroup;
  member: FullMember;
  milestone: Milestone;
  /** True on the page for marking one milestone in all groups. */
  isOfManyGroups: boolean;
}>;
/** Note above the fields of the viva record (`viva-section.tsx`). */
export type VivaSection = PageSection<{ groupId: string }>;

/** Something that the palette opens. */
export type PaletteEntry = {
  to: string;
  label: string;
  detail?: string;
  /** Text that is not shown, but searched. */
  words?: string;
};
/** Entries of a feature in the palette (`palette-entries.ts`). */
export type PaletteEntries = {
  title: 'Actions' | 'Settings' | 'Help';
  roles: readonly Role[];
  list: (modules: Modules) => readonly PaletteEntry[] | Promise<readonly PaletteEntry[]>;
};
