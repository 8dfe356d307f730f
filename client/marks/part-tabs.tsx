import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { SchemePart } from '#contract/rules/scheme.ts';

const toSlug = ({ title }: SchemePart) => title.toLowerCase().replaceAll(' ', '-');

/** Stores the open marking tab and group in the URL. */
export function useTabLocation(parts: readonly SchemePart[]) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const go = (place: Record<string, string>, replace = false) =>
    setSearch(
      { ...(search.has('cohort') && { cohort: search.get('cohort') ?? '' }), ...place },
      { replace, preventScrollReset: true },
    );
  const part = parts.find((each) => toSlug(each) === tab) ?? parts[0];
  return {
    part,
    groupId: search.get('group') ?? undefined,
    isArrival: !search.has('tab') && !search.has('group'),
    openTab: (to: SchemePart) => go({ tab: toSlug(to) }),
    openGroup: (group: string, isReplacing = false) =>
      go({ ...(part && { tab: toSlug(part) }), group }, isReplacing),
  };
}

export type TabLocation = ReturnType<typeof useTabLocation>;

type PartTabsProps = {
  parts: readonly SchemePart[];
  place: TabLocation;
  panelOf: (part: SchemePart) => ReactNode;
};

export function SchemePartTabs({ parts, place, panelOf }: PartTabsProps) {
  const { part: open, openTab } = place;
  return (
    <Tabs
      value={open ? toSlug(open) : null}
      onChange={(value) => {
        const part = parts.find((each) => toSlug(each) === value);
        if (part) openTab(part);
      }}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List mb="lg" aria-label="Parts of the marking scheme" data-no-print>
        {parts.map((part) => (
          <Tabs.Tab key={part.title} value={toSlug(part)} px={{ base: '0.6rem', xs: 'md' }}>
            {part.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.title} value={toSlug(part)}>
          {panelOf(part)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
