import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Part } from '#contract/rules/scheme.ts';

/** A tab's name in the address and in ids: without the space. */
const slugOf = ({ title }: Part) => title.toLowerCase().replaceAll(' ', '-');

/** The tab and the group stand in the address, so that a reload comes back to them, and Back to the group before. */
export function usePlace(parts: readonly Part[]) {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') ?? '';
  const go = (place: Record<string, string>, replace = false) =>
    setSearch(
      { ...(search.has('cohort') && { cohort: search.get('cohort') ?? '' }), ...place },
      { replace, preventScrollReset: true },
    );
  const part = parts.find((each) => slugOf(each) === tab) ?? parts[0];
  return {
    part,
    groupId: search.get('group') ?? undefined,
    /** Nothing was chosen yet, not even the tab. */
    isArrival: !search.has('tab') && !search.has('group'),
    openTab: (to: Part) => go({ tab: slugOf(to) }),
    openGroup: (group: string, isReplacing = false) =>
      go({ ...(part && { tab: slugOf(part) }), group }, isReplacing),
  };
}

export type Place = ReturnType<typeof usePlace>;

type PartTabsProps = {
  parts: readonly Part[];
  place: Place;
  panelOf: (part: Part) => ReactNode;
};

/** A tab for each part of the scheme (spec 2). */
export function PartTabs({ parts, place, panelOf }: PartTabsProps) {
  const { part: open, openTab } = place;
  return (
    <Tabs
      value={open ? slugOf(open) : null}
      onChange={(value) => {
        const part = parts.find((each) => slugOf(each) === value);
        if (part) openTab(part);
      }}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List mb="lg" aria-label="Parts of the marking scheme" data-no-print>
        {parts.map((part) => (
          <Tabs.Tab key={part.title} value={slugOf(part)} px={{ base: '0.6rem', xs: 'md' }}>
            {part.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Panel key={part.title} value={slugOf(part)}>
          {panelOf(part)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
