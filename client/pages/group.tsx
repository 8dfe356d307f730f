import { Box, Group, Stack, Tabs, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { GroupCohortContext } from '#client/api/cohorts/cohorts.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import {
  type GroupActionSection,
  type GroupHeaderSection,
  type GroupMemberSection,
  type GroupSection,
  type GroupSideSection,
  type GroupTab,
  groupTabs,
} from '#client/feature.ts';
import { AskAbout, AskAboutGroup } from '#client/layout/ask-about.tsx';
import { GroupPeople, hasSupervisor } from '#client/layout/group-people.tsx';
import { renderSections, sortSections } from '#client/layout/sections.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { type EndpointReply, mayAccess } from '#contract/endpoint.ts';
import { getGroup } from '#contract/groups.ts';
import { paths } from '#contract/paths.ts';
import classes from './beside.module.css';

const actions = sortSections<GroupActionSection>(
  import.meta.glob('../*/group-action-section.tsx', { eager: true, import: 'pageSections' }),
);
const headerSections = sortSections<GroupHeaderSection>(
  import.meta.glob('../*/group-header-section.tsx', { eager: true, import: 'pageSections' }),
);
const sections = sortSections<GroupSection>(
  import.meta.glob('../*/group-section.tsx', { eager: true, import: 'pageSections' }),
);
const memberSections = sortSections<GroupMemberSection>(
  import.meta.glob('../*/group-member-section.tsx', { eager: true, import: 'pageSections' }),
);
const sideSections = sortSections<GroupSideSection>(
  import.meta.glob('../*/group-side-section.tsx', { eager: true, import: 'pageSections' }),
);

type ShownGroup = EndpointReply<typeof getGroup>['group'];

const tabNames = Object.keys(groupTabs) as GroupTab[];

export function Component() {
  const { name = '' } = useParams();
  const { search, hash } = useLocation();
  const read = useRead(getGroup, { params: { name } }, { failure: 'Couldn’t load the group' });
  const current = read.data?.group.fypGroupName ?? name;
  // The group was renamed.
  if (current !== name) {
    return <Navigate to={{ pathname: paths.group(current), search, hash }} replace />;
  }
  const group = read.data?.group;
  return (
    // The group's own session: its marking scheme and state.
    <GroupCohortContext value={group?.cohortId ?? null}>
      <AskAboutGroup group={group}>
        <PageHeader
          title={name}
          description={
            read.error === undefined && (
              <>
                {group && <ProjectFacts group={group} />}
                {renderSections(headerSections, { group })}
              </>
            )
          }
          mb="md"
          actions={
            read.error === undefined && <Group gap="md">{renderSections(actions, { group })}</Group>
          }
        />
        <Loaded read={read} loading={<LoadingCards cards={3} label="Loading the group…" />}>
          {(reply) => (
            <>
              <Box className="wide" mb="lg">
                <GroupPeople {...reply} members={reply.group.fypGroupMembers} />
              </Box>
              <Sections {...reply} />
            </>
          )}
        </Loaded>
      </AskAboutGroup>
    </GroupCohortContext>
  );
}

function ProjectFacts({ group }: { group: ShownGroup }) {
  const hasExaminer = useHasExternalExaminer();
  const facts = [
    group.program,
    group.fypCategory,
    ...(hasSupervisor(group) ? [] : ['no supervisor yet']),
    ...(hasExaminer && !group.externalExaminer ? ['no external examiner yet'] : []),
  ];
  return (
    <>
      <Text span display="block" size="lg" fw={600} c="var(--mantine-color-text)">
        <bdi>{group.fypTitle}</bdi>
      </Text>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <bdi>{fact}</bdi>
        </Fragment>
      ))}{' '}
      <AskAbout kind="proposal" id="title" title="Project title" />
    </>
  );
}

function Sections({ group }: EndpointReply<typeof getGroup>) {
  const session = useSession();
  const role = session?.role;
  const [params, setParams] = useSearchParams();
  const context = { group, isMember: role === 'student' };
  const visible = sections.filter(
    ({ roles, isShownTo }) =>
      (!roles || mayAccess(roles, role)) &&
      (!isShownTo || (session !== undefined && isShownTo(group, session))),
  );
  const tabs = tabNames.filter((name) => visible.some(({ tab }) => tab === name));
  const open = tabs.find((name) => name === params.get('tab')) ?? 'overview';
  const show = (to: string | null) =>
    setParams(
      (last) => {
        last.delete('tab');
        if (to && to !== 'overview') last.set('tab', to);
        return last;
      },
      { preventScrollReset: true },
    );
  return (
    <div className={`wide ${classes.columns}`}>
      <Tabs value={open} onChange={show} activateTabWithKeyboard={false} keepMounted={false}>
        <Tabs.List aria-label="Sections of the group" mb="lg" data-no-print>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} px={{ base: '0.6rem', xs: 'md' }}>
              {groupTabs[name]}
              {visible.map(
                ({ tab, order, TabNote }) =>
                  tab === name && TabNote && <TabNote key={order} group={group} />,
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Stack gap="lg">
              {renderSections(
                visible.filter(({ tab }) => tab === name),
                {
                  ...context,
                  renderMember: (member) => renderSections(memberSections, { ...context, member }),
                },
              )}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      {renderSections(sideSections, context)}
    </div>
  );
}
