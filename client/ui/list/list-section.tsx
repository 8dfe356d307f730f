import type { ReactNode } from 'react';
import { Section } from '#client/ui/section.tsx';
import { Loaded, type ReadResult } from '#client/ui/state/loaded.tsx';

type ListSectionProps<Item> = {
  read: ReadResult<readonly Item[]>;
  id?: string;
  title: string;
  description?: string;
  children: (items: readonly Item[]) => ReactNode;
};

/** Section of a list that is usually empty. Renders nothing while the list loads or is empty, but shows errors. */
export function ListSection<Item>({ read, id, children, ...section }: ListSectionProps<Item>) {
  if (read.error === undefined && !read.data?.length) return null;
  return (
    <div id={id}>
      <Section {...section}>
        <Loaded read={read} loading={null}>
          {children}
        </Loaded>
      </Section>
    </div>
  );
}
