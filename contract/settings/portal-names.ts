import { z } from 'zod';
import { buildListEntrySchema } from '#contract/values/text.ts';

/** Labels of the navigation bar (spec 2). A department may replace each of them. */
export const defaultMenuLabels = {
  home: 'Home',
  students: 'Marks',
  proposal: 'Proposal Submission',
  faculty: 'Faculty',
  categories: 'FYP Categories',
  courses: 'Coursera Courses',
  admin: 'Admin',
  developers: 'Developers',
} as const;

export type MenuEntry = keyof typeof defaultMenuLabels;
export const menuEntries = Object.keys(defaultMenuLabels) as MenuEntry[];

const defaultPortalName = 'FYP Portal';

/** The navigation bar has no room for longer names. */
const maxNameLength = 39;

export const PortalName = buildListEntrySchema('Portal name', maxNameLength)
  .optional()
  .describe(
    `name in the navigation bar, titles, emails and calendars; default: ${defaultPortalName}`,
  );

const Label = buildListEntrySchema('Label', maxNameLength).optional();

/** Labels that the department has replaced. */
export const MenuLabels = z.strictObject(
  Object.fromEntries(menuEntries.map((entry) => [entry, Label])) as Record<MenuEntry, typeof Label>,
);
export type MenuLabels = z.infer<typeof MenuLabels>;

export const getPortalName = (
  department: { portalName?: string | undefined } | undefined,
): string => department?.portalName ?? defaultPortalName;

export const getMenuLabel = (labels: MenuLabels | undefined, entry: MenuEntry): string =>
  labels?.[entry] ?? defaultMenuLabels[entry];
