import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { useSession } from '#client/api/session.ts';
import { CertificateList, CertificateRule } from '#client/courses/certificate-list.tsx';
import { CourseTopics } from '#client/courses/course-topics.tsx';
import { findCoursesBy } from '#client/courses/find-courses-by.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { SearchBox } from '#client/ui/list/search-box.tsx';
import { useSearch } from '#client/ui/list/use-search.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findCourses } from '#contract/content.ts';

export function Component() {
  const session = useSession();
  const { q, search, box } = useSearch();
  const { data, error, refetch, isFetching } = useQuery(query(findCourses));
  const isSearch = q.trim() !== '';
  const topics = data ? findCoursesBy(data.topics, q) : [];
  const count = topics.reduce((sum, { courses }) => sum + courses.length, 0);
  return (
    <>
      <PageHeader
        title="Coursera courses"
        description="Online courses by topic, and which of them count for your certificates."
      />
      {data ? (
        <Stack gap="lg">
          {session?.role === 'student' ? (
            <CertificateList key={session.userId} rule={data.rule} userId={session.userId} />
          ) : (
            <CertificateRule rule={data.rule} />
          )}
          <SearchBox
            label="Search courses"
            placeholder="For example: Java, Google, beginner"
            {...box}
            found={isSearch ? `${count} ${count === 1 ? 'course matches' : 'courses match'}` : ''}
          />
          {count > 0 ? (
            <CourseTopics topics={topics} rule={data.rule} isSearch={isSearch} />
          ) : (
            <NothingFound title="No course matches" all="courses" onShowAll={() => search('')}>
              Try fewer or other words. A course that is not here may count too: ask your
              supervisor.
            </NothingFound>
          )}
        </Stack>
      ) : error ? (
        <ErrorState
          message={messageOf(error, 'The courses could not be loaded.')}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <LoadingCards cards={2} height={380} />
      )}
    </>
  );
}
