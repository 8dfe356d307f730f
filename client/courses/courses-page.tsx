import { Stack } from '@mantine/core';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { SearchBox } from '#client/ui/list/search-box.tsx';
import { useSearch } from '#client/ui/list/use-search.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { paths } from '#contract/paths.ts';
import { type Courses, findCourses } from '#contract/settings/courses.ts';
import { CertificateProgress, CertificateRequirements } from './certificate-list.tsx';
import { CourseTopics } from './course-topics.tsx';
import { searchCourses } from './search-courses.ts';

export const getPrefetchRequests: GetPrefetchRequests = () => [createPrefetchRequest(findCourses)];

export function Component() {
  const courses = useRead(findCourses, {}, { failure: 'Couldn’t load the courses' });
  const hasCertificates = useIsModuleEnabled('certificates');
  return (
    <>
      <PageHeader
        title={usePageTitle(paths.courses)}
        description={
          hasCertificates
            ? 'Online courses, and which of them count for your certificates.'
            : undefined
        }
      />
      <Loaded read={courses} loading={<LoadingCards cards={2} height={380} />}>
        {(data) => <CourseList {...data} />}
      </Loaded>
    </>
  );
}

function CourseList({ topics, rule }: Courses) {
  const session = useSession();
  const hasCertificates = useIsModuleEnabled('certificates');
  const { q, search, box } = useSearch();
  const isSearch = q.trim() !== '';
  const matchingTopics = searchCourses(topics, q);
  const count = matchingTopics.reduce((sum, { courses }) => sum + courses.length, 0);
  return (
    <Stack gap="lg">
      {hasCertificates &&
        (session?.role === 'student' && session.groupId ? (
          <CertificateProgress rule={rule} groupId={session.groupId} />
        ) : (
          <CertificateRequirements rule={rule} />
        ))}
      <SearchBox
        label="Search courses"
        placeholder="For example: Java, Google, beginner"
        {...box}
        found={isSearch ? `${count} ${count === 1 ? 'course matches' : 'courses match'}` : ''}
      />
      {count > 0 ? (
        <CourseTopics topics={matchingTopics} rule={rule} isSearch={isSearch} />
      ) : (
        <NothingFound title="No matching courses" all="courses" onShowAll={() => search('')}>
          Try different keywords.
          {hasCertificates && ' A course that isn’t listed may also count. Ask your supervisor.'}
        </NothingFound>
      )}
    </Stack>
  );
}
