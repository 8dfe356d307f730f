import {
  IconAlertTriangle,
  IconBell,
  IconCertificate,
  IconChartBar,
  IconCheckbox,
  IconFileImport,
  IconFolder,
  IconFolders,
  IconHelp,
  IconHistory,
  IconLayoutGrid,
  IconMail,
  IconMicrophone2,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { findPage } from '#client/route-table.ts';
import { mayAccess } from '#contract/endpoint.ts';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { isModuleEnabled, type Modules } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';

/** A page, or a view of a page, that somebody works with. The rail lists the places of each role. */
export type Place = {
  to: string;
  label: string;
  Icon: TablerIcon;
  /** Starts of other paths, with a query if it matters, whose pages are below this place. */
  covers?: readonly string[];
};

const groupPages = paths.group('');
const settingPages = `${paths.settings}/`;
const desk: Place = { to: paths.home, label: 'Desk', Icon: IconCheckbox };
const board: Place = { to: paths.board, label: 'Board', Icon: IconLayoutGrid };
const certificates: Place = {
  to: paths.certificates,
  label: 'Certificates',
  Icon: IconCertificate,
};
const vivas: Place = { to: links.externalVivas(), label: 'Vivas', Icon: IconMicrophone2 };
const meetings: Place = { to: paths.meetings, label: 'Meetings', Icon: IconUsersGroup };
const insights: Place = {
  to: paths.insights,
  label: 'Insights',
  Icon: IconChartBar,
  covers: [paths.outcomes],
};
const notices: Place = { to: paths.notices, label: 'Notifications', Icon: IconBell };
const help: Place = { to: paths.help, label: 'Help', Icon: IconHelp };

/** The first four are in the bar at the bottom of a narrow window. */
const placesOfRoles: Readonly<Record<Role, readonly Place[]>> = {
  student: [
    desk,
    { to: paths.students, label: 'My group', Icon: IconFolder, covers: [groupPages] },
    notices,
    help,
  ],
  faculty: [
    desk,
    { to: paths.faculty, label: 'Marking', Icon: IconFolders, covers: [groupPages] },
    board,
    vivas,
    meetings,
    certificates,
    insights,
    notices,
    help,
  ],
  admin: [
    desk,
    board,
    {
      to: paths.admin,
      label: 'Groups',
      Icon: IconFolders,
      covers: [groupPages],
    },
    {
      to: paths.people,
      label: 'People',
      Icon: IconUsers,
      covers: [links.adminTab('users')],
    },
    certificates,
    vivas,
    { to: paths.announcements, label: 'Announcements', Icon: IconSpeakerphone },
    { to: paths.emails, label: 'Emails', Icon: IconMail },
    insights,
    { to: paths.import, label: 'Import', Icon: IconFileImport },
    { to: paths.settings, label: 'Settings', Icon: IconSettings, covers: [settingPages] },
    { to: links.adminTab('audit'), label: 'Audit', Icon: IconHistory },
    { to: links.adminTab('attention'), label: 'Attention', Icon: IconAlertTriangle },
    help,
  ],
};

const parse = (to: string) => new URL(to, 'http://portal');

/** Lists the places of a role, without those of modules that are switched off and of vivas that nobody holds. */
export const listPlaces = (role: Role, modules: Modules, hasViva: boolean): readonly Place[] =>
  placesOfRoles[role].filter((place) => {
    const page = findPage(parse(place.to).pathname);
    const isInUse = isModuleEnabled(modules, page?.module) && (hasViva || place !== vivas);
    return page && mayAccess(page.access, role) && isInUse;
  });

/** Returns the number of query parameters of `searchParams` if the URL has them all, or -1. */
function matchQuery(searchParams: URLSearchParams, url: URL): number {
  const isEqual = [...searchParams].every(([name, value]) => url.searchParams.get(name) === value);
  return isEqual ? searchParams.size : -1;
}

/** Returns how exactly a place describes a URL: the number of equal query parameters, or -1 if the page differs. */
function matchUrl({ to, covers = [] }: Place, url: URL): number {
  const page = parse(to);
  const matches = covers
    .map(parse)
    .filter(({ pathname }) => url.pathname.startsWith(pathname))
    .map(({ searchParams }) => matchQuery(searchParams, url));
  if (page.pathname === url.pathname) matches.push(matchQuery(page.searchParams, url));
  return Math.max(-1, ...matches);
}

/** Returns the place to which a path of the portal belongs, with its query. */
export function findPlace(places: readonly Place[], path: string): Place | undefined {
  const url = parse(path);
  const [best] = places
    .map((place) => ({ place, match: matchUrl(place, url) }))
    .filter(({ match }) => match >= 0)
    .sort((a, b) => b.match - a.match);
  return best?.place;
}
