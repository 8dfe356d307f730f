import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { type FormattedHelpGuide, helpGuides } from '#contract/settings/help.ts';
import { Guide } from './guide.tsx';

/** Tabs for the guides that the user may read. The URL names the open one. */
export function GuideTabs({ guides }: { guides: readonly FormattedHelpGuide[] }) {
  const [params, setParams] = useSearchParams();
  const [first] = guides;
  const open = guides.find(({ name }) => name === params.get('guide')) ?? first;
  const show = (guide: string | null) =>
    setParams(guide && guide !== first?.name ? { guide } : {}, { preventScrollReset: true });
  return (
    <Tabs value={open?.name} onChange={show} activateTabWithKeyboard={false} keepMounted={false}>
      <Tabs.List aria-label="Guides" mb="lg" data-no-print>
        {guides.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {helpGuides[name].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {guides.map((guide) => (
        <Tabs.Panel key={guide.name} value={guide.name}>
          <Guide guide={guide} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
