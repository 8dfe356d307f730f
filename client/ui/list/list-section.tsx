import { type ReactNode, useEffect, useRef } from 'react';
import { Section } from '#client/ui/section.tsx';
import { Loaded, type ReadResult } from '#client/ui/state/loaded.tsx';

type ListSectionProps<Item> = {
  read: ReadResult<readonly Item[]>;
  id?: string;
  title: string;
  description?: string;
  children: (items: readonly Item[]) => ReactNode;
};

/** Scrolls to a part of the page and focuses it, so that keyboards and screen readers continue there. */
export function showPart(part: HTMLElement | null) {
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

/** Section of a list that is usually empty. Renders nothing while the list loads or is empty, but shows errors. */
export function ListSection<Item>({ read, id, children, ...section }: ListSectionProps<Item>) {
  const part = useRef<HTMLDivElement>(null);
  const isShown = read.error !== undefined || (read.data?.length ?? 0) > 0;
  // The browser has not found the part that the URL names, because the list was still loading.
  useEffect(() => {
    if (isShown && id !== undefined && location.hash === `#${id}`) showPart(part.current);
  }, [isShown, id]);
  if (!isShown) return null;
  return (
    <div id={id} ref={part} tabIndex={-1} style={{ outline: 'none' }}>
      <Section {...section}>
        <Loaded read={read} loading={null}>
          {children}
        </Loaded>
      </Section>
    </div>
  );
}
