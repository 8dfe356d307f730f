import { Group, Stack } from '@mantine/core';
import { useParams } from 'react-router';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import type { GroupActionSection, GroupMemberSection, GroupSection } from '#client/feature.ts';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { getGroup } from '#contract/groups.ts';

const actions = sortSections<GroupActionSection>(
  import.meta.glob('../*/group-action-section.tsx', { eager: true, import: 'pageSections' }),
);
const sections = sortSections<GroupSection>(
  import.meta.glob('../*/group-section.tsx', { eager: true, import: 'pageSections' }),
);
const memberSections = sortSections<GroupMemberSection>(
  import.meta.glob('../*/group-member-section.tsx', { eager: true, import: 'pageSections' }),
);

export function Component() {
  const { name = '' } = useParams();
  const read = useRead(getGroup, { params: { name } }, { failure: 'Failed to load the group' });
  return (
    <>
      <PageHeader
        title={name}
        description={read.data?.group.fypTitle}
        actions={
          read.error === undefined && (
            <Group gap="md">{renderSections(actions, { group: read.data?.group })}</Group>
          )
        }
      />
      <Loaded read={read} loading={<LoadingCards cards={3} label="Loading the group…" />}>
        {(reply) => <Sections {...reply} />}
      </Loaded>
    </>
  );
}

function Sections({ group }: EndpointReply<typeof getGroup>) {
  const context = { group, isMember: useSession()?.role === 'student' };
  return (
    <Stack gap="lg">
      {renderSections(sections, {
        ...context,
        renderMember: (member) => renderSections(memberSections, { ...context, member }),
      })}
    </Stack>
  );
}
