import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useIsModuleEnabled } from '#client/api/portal.ts';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useRead } from '#client/api/use-read.ts';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { matchesSearch } from '#client/ui/list/matches-search.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { SearchBox } from '#client/ui/list/search-box.tsx';
import { useSearch } from '#client/ui/list/use-search.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { paths } from '#contract/paths.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { CategoryGrid, CategoryGridLoading } from './category-grid.tsx';

export const getPrefetchRequests: GetPrefetchRequests = () => [
  createPrefetchRequest(findCategories),
];

export function Component() {
  const { q, search, box } = useSearch();
  const categories = useRead(findCategories, {}, { failure: 'Couldn’t load the categories' });
  const { data } = categories;
  const all = data?.categories ?? [];
  const matchingCategories = all.filter(({ title }) => matchesSearch(q, title));
  const hasCourses = useIsModuleEnabled('courses');
  return (
    <>
      <PageHeader
        title={usePageTitle(paths.categories)}
        description={
          <>
            Project categories, the tools they use and who supervises them.
            {hasCourses && (
              <>
                {' '}
                To learn a tool, see the{' '}
                <Anchor component={Link} to={paths.courses}>
                  list of online courses
                </Anchor>
                .
              </>
            )}
          </>
        }
      />
      {categories.error !== undefined ? (
        <ErrorState
          message={categories.error}
          onRetry={categories.retry}
          isRetrying={categories.isRetrying}
        />
      ) : (
        <Stack gap="lg">
          <SearchBox
            label="Search by title"
            placeholder="For example: networking"
            {...box}
            found={
              data && q.trim() !== '' ? `${matchingCategories.length} of ${all.length} match` : ''
            }
          />
          {!data && <CategoryGridLoading />}
          {data && matchingCategories.length > 0 && (
            <CategoryGrid categories={matchingCategories} />
          )}
          {data && all.length === 0 && (
            <EmptyState title="No categories yet">
              You can choose your department’s categories in the proposal form.
            </EmptyState>
          )}
          {all.length > 0 && matchingCategories.length === 0 && (
            <NothingFound
              title="No matching categories"
              all="categories"
              onShowAll={() => search('')}
            >
              Try different keywords.
            </NothingFound>
          )}
        </Stack>
      )}
    </>
  );
}
