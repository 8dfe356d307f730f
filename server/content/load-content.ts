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
import {
  checkCategories,
  checkCourses,
  checkDeadlines,
  checkDepartment,
  checkFaq,
} from './cross-checks.ts';
import { instantOf, isTimeZone } from './instant-of.ts';
import { readSheet } from './read-yaml.ts';

/** The department's own texts and lists; deadlines as instants. Frozen through and through. */
export type Content = {
  readonly department: Department;
  readonly home: Home;
  readonly faq: Faq;
  readonly deadlines: Deadline[];
  readonly courses: Courses;
  readonly categories: Categories;
  readonly developers: Developers;
  /** IANA name; `deadlines.yaml` was written in this zone and pages show its wall clock. */
  readonly timeZone: string;
};

/**
 * Reads `folder`'s seven YAML files, checks each one and each against the others.
 * Throws one Error that names every fault by file, line and field and says how to mend it.
 * Checks across files are made for those that fit their schema.
 */
export function loadContent(folder: string, timeZone: string): Content {
  if (!isTimeZone(timeZone)) {
    throw new Error(`“${timeZone}” is not a time zone. Use an IANA name such as Asia/Karachi.`);
  }
  const department = readSheet(folder, 'department.yaml', Department, checkDepartment);
  const home = readSheet(folder, 'home.yaml', Home);
  const faq = readSheet(folder, 'faq.yaml', Faq, checkFaq);
  const deadlines = readSheet(folder, 'deadlines.yaml', LocalDeadlines, (list) =>
    checkDeadlines(list, timeZone),
  );
  const courses = readSheet(folder, 'courses.yaml', Courses, checkCourses);
  const categories = readSheet(folder, 'categories.yaml', Categories, (cards) =>
    checkCategories(cards, department.value),
  );
  const developers = readSheet(folder, 'developers.yaml', Developers);

  const sheets = [department, home, faq, deadlines, courses, categories, developers];
  const faults = sheets.flatMap((sheet) => sheet.faults);
  if (faults.length > 0) {
    const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
    throw new Error(`The department’s content has ${count}:\n${faults.join('\n')}`);
  }
  return freeze({
    department: sound(department.value),
    home: sound(home.value),
    faq: sound(faq.value),
    deadlines: sound(deadlines.value).map(({ title, due }) => ({
      title,
      due: sound(instantOf(due, timeZone)),
    })),
    courses: sound(courses.value),
    categories: sound(categories.value),
    developers: sound(developers.value),
    timeZone,
  });
}

/** A sheet without faults has its value; the type cannot say so. */
function sound<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Content without faults has no value.');
  return value;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) freeze(part);
    Object.freeze(value);
  }
  return value;
}
