import { Paper, SimpleGrid, Skeleton } from '@mantine/core';
import { Loading } from '#client/ui/state/loading.tsx';
import type { Categories } from '#contract/settings/categories.ts';
import { CategoryCard } from './category-card.tsx';

export function CategoryGrid({ categories }: { categories: Categories }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      {categories.map((category) => (
        <CategoryCard key={category.id} category={category} />
      ))}
    </SimpleGrid>
  );
}

export function CategoryGridLoading() {
  return (
    <Loading>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {['first', 'second', 'third', 'fourth'].map((card) => (
          <Paper key={card} p="lg" h={540}>
            <Skeleton height={130} mb="lg" />
            <Skeleton height={20} width="45%" mb="lg" />
            <Skeleton height={13} mb="sm" />
            <Skeleton height={13} width="90%" mb="sm" />
            <Skeleton height={13} width="60%" />
          </Paper>
        ))}
      </SimpleGrid>
    </Loading>
  );
}
