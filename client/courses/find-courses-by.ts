import { matches } from '#client/ui/list/matches.ts';
import type { Courses } from '#contract/courses.ts';

type Topics = Courses['topics'];

/** The courses in which every word is found; a topic whose own title has them keeps all of its courses. */
export function findCoursesBy(topics: Topics, words: string): Topics {
  return topics
    .map((topic) => ({
      ...topic,
      courses: topic.courses.filter((course) =>
        matches(words, topic.title, course.title, course.provider, course.details, course.level),
      ),
    }))
    .filter(({ courses }) => courses.length > 0);
}
