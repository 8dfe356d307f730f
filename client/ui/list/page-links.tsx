import { Group, Pagination, Text, useMatches } from '@mantine/core';
import { useEffect } from 'react';

type PageLinksProps = {
  label: string;
  address: { page: number; goToPage: (page: number) => void };
  read: { data: { total: number } | undefined; isStale: boolean };
  limit: number;
};

export function PageLinks({ label, address, read, limit }: PageLinksProps) {
  const { page, goToPage } = address;
  // Show fewer links on a phone, so that they fit on one line.
  const siblings = useMatches({ base: 0, xs: 1 });
  const total = read.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / limit));
  const isTooFar = read.data !== undefined && !read.isStale && page > pages;
  // Go to the last page if the page in the URL does not exist.
  useEffect(() => {
    if (isTooFar) goToPage(pages);
  }, [isTooFar, pages, goToPage]);
  if (pages === 1) return null;
  return (
    <Group component="nav" aria-label={label} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {(page - 1) * limit + 1}–{Math.min(page * limit, total)} of {total}
      </Text>
      <Pagination
        value={page}
        total={pages}
        onChange={goToPage}
        siblings={siblings}
        size="md"
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </Group>
  );
}
