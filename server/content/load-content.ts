import {
  Categories,
  Courses,
  Department,
  Developers,
  Faq,
  Home,
  LocalDeadlines,
} from '#contract/content.ts';
import type { Deadline } from '#contract/deadlines.ts';
import { GroupRules } from '#contract/group-rules.ts';
import { Scheme } from '#contract/scheme.ts';
import {
  checkCategories,
  checkCourses,
  checkDeadlines,
  checkDepartment,
  checkFaq,
  checkGroupRules,
  checkScheme,
} from './cross-checks.ts';
import { instantOf, isTimeZone } from './instant-of.ts';
import { readYaml } from './read-yaml.ts';

export type Content = {
  readonly department: Department;
  readonly home: Home;
  readonly faq: Faq;
  readonly deadlines: Deadline[];
  readonly scheme: Scheme;
  readonly groupRules: GroupRules;
  readonly courses: Courses;
  readonly categories: Categories;
  readonly developers: Developers;
  /** IANA name. */
  readonly timeZone: string;
};

/** Throws one Error that names every error by file, line and field, and how to mend it. */
export function loadContent(folder: string, timeZone: string): Content {
  if (!isTimeZone(timeZone)) {
    throw new Error(`“${timeZone}” is not a time zone. Use an IANA name such as Asia/Karachi.`);
  }
  const department = readYaml(folder, 'department.yaml', Department, checkDepartment);
  const home = readYaml(folder, 'home.yaml', Home);
  const faq = readYaml(folder, 'faq.yaml', Faq, checkFaq);
  const deadlines = readYaml(folder, 'deadlines.yaml', LocalDeadlines, (list) =>
    checkDeadlines(list, timeZone),
  );
  const scheme = readYaml(folder, 'scheme.yaml', Scheme, checkScheme);
  const groupRules = readYaml(folder, 'groups.yaml', GroupRules, checkGroupRules);
  const courses = readYaml(folder, 'courses.yaml', Courses, checkCourses);
  const categories = readYaml(folder, 'categories.yaml', Categories, (cards) =>
    checkCategories(cards, department.value),
  );
  const developers = readYaml(folder, 'developers.yaml', Developers);

  const files = [
    department,
    home,
    faq,
    deadlines,
    scheme,
    groupRules,
    courses,
    categories,
    developers,
  ];
  const errors = files.flatMap((file) => file.errors);
  if (errors.length > 0) {
    const count = errors.length === 1 ? 'an error' : `${errors.length} errors`;
    throw new Error(`The department’s content has ${count}:\n${errors.join('\n')}`);
  }
  return freeze({
    department: sound(department.value),
    home: sound(home.value),
    faq: sound(faq.value),
    deadlines: sound(deadlines.value).map(({ title, due }) => ({
      title,
      due: sound(instantOf(due, timeZone)),
    })),
    scheme: sound(scheme.value),
    groupRules: sound(groupRules.value),
    courses: sound(courses.value),
    categories: sound(categories.value),
    developers: sound(developers.value),
    timeZone,
  });
}

function sound<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Content without errors has no value.');
  return value;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}
