import { matchesSearch } from '#client/ui/list/matches-search.ts';
import type { Courses } from '#contract/settings/courses.ts';

type Topics = Courses['topics'];

/** Each word must occur in a course's texts or in the title of its topic. */
export function searchCourses(topics: Topics, searchText: string): Topics {
  return topics
    .map((topic) => ({
      ...topic,
      courses: topic.courses.filter((course) =>
        matchesSearch(
          searchText,
          topic.title,
          course.title,
          course.provider,
          course.details,
          course.level,
        ),
      ),
    }))
    .filter(({ courses }) => courses.length > 0);
}
