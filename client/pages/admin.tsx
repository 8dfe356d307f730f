import { Stack, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type {
  AdminGroupSection,
  AdminMemberSection,
  AdminSection,
  AdminTabSection,
} from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { usePageTitle } from '#client/layout/use-page-title.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { paths } from '#contract/paths.ts';

const sections = sortSections<AdminSection>(
  import.meta.glob('../*/admin-section.tsx', { eager: true, import: 'pageSections' }),
);
const tabSections = sortSections<AdminTabSection>(
  import.meta.glob('../*/admin-tab-section.tsx', { eager: true, import: 'pageSections' }),
);
const groupSections = sortSections<AdminGroupSection>(
  import.meta.glob('../*/admin-group-section.tsx', { eager: true, import: 'pageSections' }),
);
const memberSections = sortSections<AdminMemberSection>(
  import.meta.glob('../*/admin-member-section.tsx', { eager: true, import: 'pageSections' }),
);

const tabs = Map.groupBy(tabSections, ({ tab }) => tab);
const [firstTab = ''] = tabs.keys();

const tabContext: React.ComponentProps<AdminTabSection['Component']> = {
  renderGroup: (group) => renderSections(groupSections, { group }),
  renderMember: (context) => renderSections(memberSections, context),
};

export function Component() {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('tab') ?? firstTab;
  const tab = tabs.has(requestedTab) ? requestedTab : firstTab;
  const show = (to: string | null) => {
    const cohort = params.get('cohort');
    const address = {
      ...(to && to !== firstTab && { tab: to }),
      ...(cohort !== null && { cohort }),
    };
    setParams(address, { preventScrollReset: true });
  };
  return (
    <>
      <PageHeader title={usePageTitle(paths.admin)} />
      {renderSections(sections, {})}
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List aria-label="Sections of the admin panel">
          {[...tabs].map(([value, [first]]) => (
            <Tabs.Tab key={value} value={value} px={{ base: '0.45rem', xs: 'md' }}>
              {first?.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {[...tabs].map(([value, tabParts]) => (
          <Tabs.Panel key={value} value={value} pt="lg">
            <TabParts sections={tabParts} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function TabParts({ sections: tabParts }: { sections: readonly AdminTabSection[] }) {
  const elements = renderSections(tabParts, tabContext);
  return tabParts.length > 1 ? <Stack gap="lg">{elements}</Stack> : elements;
}
