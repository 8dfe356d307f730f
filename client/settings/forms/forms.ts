import type { RootField } from '#client/settings/kit/fields.ts';
import type { SettingName } from '#contract/settings/settings.ts';
import { coursesForm } from './courses.ts';
import { deadlinesForm, remindersForm } from './deadlines.ts';
import { emailsForm } from './emails.ts';
import { categoriesForm, choicesForm, groupRulesForm } from './groups.ts';
import { helpForm } from './help.ts';
import { kindsForm } from './kinds.ts';
import { modulesForm } from './modules.ts';
import { outcomesForm } from './outcomes.ts';
import { departmentForm, developersForm, faqForm, homeForm } from './pages.ts';
import { schemeForm } from './scheme.ts';

export const settingForms: Record<SettingName, RootField> = {
  department: departmentForm,
  modules: modulesForm,
  home: homeForm,
  faq: faqForm,
  help: helpForm,
  courses: coursesForm,
  developers: developersForm,
  emails: emailsForm,
  choices: choicesForm,
  categories: categoriesForm,
  kinds: kindsForm,
  deadlines: deadlinesForm,
  reminders: remindersForm,
  scheme: schemeForm,
  groups: groupRulesForm,
  outcomes: outcomesForm,
};

/** Settings from whose lists the fields of other settings take their options. */
export type OptionList = 'choices' | 'kinds' | 'deadlines' | 'scheme';

/** Lists that provide the field options of each settings form. A test checks that this map matches the forms. */
export const formOptionLists: Partial<Record<SettingName, readonly OptionList[]>> = {
  categories: ['choices'],
  deadlines: ['choices', 'kinds'],
  scheme: ['deadlines'],
  outcomes: ['choices', 'scheme'],
};
