import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { getPartTab } from '#contract/links.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';

/** Stores the open marking tab and group in the URL. */
export function useTabLocation(parts: readonly SchemePart[]) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const go = (place: Record<string, string>, replace = false) =>
    setSearch(
      { ...(search.has('cohort') && { cohort: search.get('cohort') ?? '' }), ...place },
      { replace, preventScrollReset: true },
    );
  // The next group shows the same file beside its marks.
  const file = search.get('file');
  const part = parts.find((each) => getPartTab(each) === tab) ?? parts[0];
  return {
    part,
    groupId: search.get('group') ?? undefined,
    isArrival: !search.has('tab') && !search.has('group'),
    openTab: (to: SchemePart) => go({ tab: getPartTab(to) }),
    openGroup: (group: string, isReplacing = false) =>
      go({ ...(part && { tab: getPartTab(part) }), group, ...(file && { file }) }, isReplacing),
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
      value={open ? getPartTab(open) : null}
      onChange={(value) => {
        const part = parts.find((each) => getPartTab(each) === value);
        if (part) openTab(part);
      }}
      // A preview beside the marks needs the width.
      className="wide"
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List mb="lg" aria-label="Parts of the marking scheme" data-no-print>
        {parts.map((part) => (
          <Tabs.Tab key={part.title} value={getPartTab(part)} px={{ base: '0.6rem', xs: 'md' }}>
            {part.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.title} value={getPartTab(part)}>
          {panelOf(part)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
