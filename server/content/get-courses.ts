import { Problem } from '#contract/problem.ts';
import type { Courses } from '#contract/settings/courses.ts';
import { formatModuleOff } from '#contract/settings/modules.ts';
import type { PortalContent } from './content.ts';

/**
 * Returns the courses and the rule for certificates. Omits the courses if the department does not use them. Throws
 * `module-off` if it uses certificates neither.
 */
export function getCourses({
  courses,
  modules,
}: Pick<PortalContent, 'courses' | 'modules'>): Courses {
  if (modules.courses) return courses;
  if (!modules.certificates) throw new Problem('module-off', formatModuleOff('courses'));
  return { ...courses, topics: [] };
}
