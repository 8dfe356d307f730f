import type { Page, Pages } from '#client/feature.ts';
import { paths } from '#contract/paths.ts';
import type { SettingName } from '#contract/settings/settings.ts';

const setting = (name: SettingName, label: string): Page => ({
  path: paths.setting(name),
  title: `${label} · Settings`,
  label,
  access: ['admin'],
  file: 'pages/setting',
});

export const pages: Pages = [
  { path: paths.settings, label: 'Settings', access: ['admin'] },
  setting('department', 'Department'),
  setting('home', 'Home page'),
  setting('faq', 'FAQ'),
  setting('courses', 'Courses'),
  setting('developers', 'Developers'),
  setting('emails', 'Emails'),
  setting('choices', 'Programs, categories and supervisors'),
  setting('categories', 'Category cards'),
  setting('deadlines', 'Deadlines'),
  setting('reminders', 'Reminders and extensions'),
  setting('scheme', 'Marking scheme'),
  setting('groups', 'Group rules'),
  {
    path: paths.cohorts,
    title: 'Cohorts · Settings',
    label: 'Cohorts',
    access: ['admin'],
    file: 'settings/cohorts-page',
  },
  {
    path: paths.settingsFiles,
    title: 'Files · Settings',
    label: 'Files',
    access: ['admin'],
    file: 'settings/files-page',
  },
];
