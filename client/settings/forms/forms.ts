import type { RootField } from '#client/settings/kit/fields.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { coursesForm } from './courses.ts';
import { deadlinesForm, remindersForm } from './deadlines.ts';
import { emailsForm } from './emails.ts';
import { categoriesForm, choicesForm, groupRulesForm } from './groups.ts';
import { departmentForm, developersForm, faqForm, homeForm } from './pages.ts';
import { schemeForm } from './scheme.ts';

export const settingForms: Record<SettingName, RootField> = {
  department: departmentForm,
  home: homeForm,
  faq: faqForm,
  courses: coursesForm,
  developers: developersForm,
  emails: emailsForm,
  choices: choicesForm,
  categories: categoriesForm,
  deadlines: deadlinesForm,
  reminders: remindersForm,
  scheme: schemeForm,
  groups: groupRulesForm,
};

/** Lists that provide the field options of each settings form. A test checks that this map matches the forms. */
export const formOptionLists: Partial<Record<SettingName, readonly ('choices' | 'deadlines')[]>> = {
  categories: ['choices'],
  deadlines: ['choices'],
  scheme: ['deadlines'],
};
