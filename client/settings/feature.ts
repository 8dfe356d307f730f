import type { Page, Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import type { ModuleName } from '#contract/settings/modules.ts';
import type { SettingName } from '#contract/settings/settings.ts';

const setting = (name: SettingName, label: string, module?: ModuleName): Page => ({
  path: paths.setting(name),
  title: `${label} · Settings`,
  label,
  access: ['admin'],
  file: 'pages/setting',
  isBelowPlace: true,
  ...(module && { module }),
});

export const pages: Pages = [
  { path: paths.settings, label: 'Settings', access: ['admin'] },
  setting('department', 'Department'),
  setting('modules', 'Modules'),
  setting('home', 'Home page'),
  setting('faq', 'FAQ'),
  setting('help', 'Help'),
  setting('courses', 'Courses'),
  setting('developers', 'Developers', 'developers'),
  setting('emails', 'Emails'),
  setting('choices', 'Programs, categories and supervisors'),
  setting('categories', 'Category cards'),
  setting('kinds', 'Kinds of files'),
  setting('deadlines', 'Deadlines'),
  setting('reminders', 'Reminders and extensions'),
  setting('scheme', 'Marking scheme'),
  setting('groups', 'Group rules'),
  setting('outcomes', 'Learning outcomes'),
  {
    path: paths.cohorts,
    title: 'Sessions · Settings',
    label: 'Sessions',
    access: ['admin'],
    isBelowPlace: true,
    file: 'settings/cohorts-page',
  },
  {
    path: paths.installation,
    title: 'Installation · Settings',
    label: 'Installation',
    access: ['admin'],
    isBelowPlace: true,
    file: 'settings/installation-page',
  },
];
