import { Group, Pagination, Text, useMatches } from '@mantine/core';

type PageLinksProps = {
  /** What is listed, for screen readers: "Pages of groups". */
  label: string;
  page: number;
  limit: number;
  total: number;
  onPageChange: (page: number) => void;
};

/** "21–40 of 63" and the pages to turn to; nothing while all fits on one. */
export function PageLinks({ label, page, limit, total, onPageChange }: PageLinksProps) {
  // On a phone all of it has to fit into one line.
  const siblings = useMatches({ base: 0, xs: 1 });
  const pages = Math.ceil(total / limit);
  if (pages <= 1) return null;
  const first = (page - 1) * limit + 1;
  return (
    <Group component="nav" aria-label={label} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" className="tabular">
        {first}–{Math.min(page * limit, total)} of {total}
      </Text>
      <Pagination
        value={page}
        total={pages}
        onChange={onPageChange}
        siblings={siblings}
        size="md"
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
      />
    </Group>
  );
}
