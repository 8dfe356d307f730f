import type { Root } from '#client/settings/kit/fields.ts';
import type { SettingName } from '#contract/settings.ts';
import { courses } from './courses.ts';
import { deadlines, reminders } from './deadlines.ts';
import { emails } from './emails.ts';
import { categories, choices, groups } from './groups.ts';
import { department, developers, faq, home } from './pages.ts';
import { scheme } from './scheme.ts';

export const forms: Record<SettingName, Root> = {
  department,
  home,
  faq,
  courses,
  developers,
  emails,
  choices,
  categories,
  deadlines,
  reminders,
  scheme,
  groups,
};

/** The lists that provide the options of each form. A test keeps this map consistent with the forms. */
export const formLists: Partial<Record<SettingName, readonly ('choices' | 'deadlines')[]>> = {
  categories: ['choices'],
  deadlines: ['choices'],
  scheme: ['deadlines'],
};
