import { Anchor, Box, Group, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useListParams } from '#client/api/lists/use-list-params.ts';
import { buildQueryOptions } from '#client/api/queries.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { findFigures, type GroupAttentionReason } from '#contract/admin/figures.ts';
import type { EndpointReply } from '#contract/endpoint.ts';

type Waiting = EndpointReply<typeof findFigures>['waiting'][number];

const createLabel = 'Create accounts in Attention';
/** `text` follows a count: "3 groups without an external examiner". `next` labels a link to the Attention tab. */
const reasons: Record<GroupAttentionReason, { text: string; next?: string }> = {
  'no-examiner': { text: 'without an external examiner' },
  'supervisor-other': { text: 'with supervisor “other”' },
  'supervisor-account': { text: 'whose supervisor has no account', next: createLabel },
  'examiner-account': { text: 'whose examiner has no account', next: createLabel },
  'staff-choice': {
    text: 'with an ambiguous supervisor or examiner',
    next: 'Choose in Attention',
  },
};

export function GroupFigures() {
  const { code: cohort } = useCohort();
  const { data, isPending } = useQuery(buildQueryOptions(findFigures, { query: { cohort } }));
  if (isPending) return <Skeleton height={22} width="min(30rem, 90%)" mb="lg" />;
  if (!data) return <Box mih="1.4rem" mb="lg" />;
  return (
    <Group
      component="ul"
      gap="0.25rem 1.25rem"
      mih="1.4rem"
      mb="lg"
      className="plain"
      aria-label="Figures"
    >
      <Figure>{formatSearchCount(data.groups, 'group', '')}</Figure>
      <Figure>{formatSearchCount(data.users, 'user', '')}</Figure>
      {data.waiting.map((waiting) => (
        <Figure key={waiting.reason}>
          <WaitingGroups {...waiting} />
        </Figure>
      ))}
      <Figure>Version {data.version}</Figure>
    </Group>
  );
}

function Figure({ children }: { children: React.ReactNode }) {
  return (
    <Text component="li" size="sm" c="dimmed">
      {children}
    </Text>
  );
}

const choiceProps = {
  display: 'block',
  w: '100%',
  py: '0.4rem',
  px: '0.6rem',
  bdrs: 'sm',
  className: 'insetFocus hoverable',
} as const;

/** Lists groups. Selecting one of them searches the group list for its name. */
function WaitingGroups({ reason, total, groups }: Waiting) {
  const { text, next } = reasons[reason];
  const label = `${formatSearchCount(total, 'group', '')} ${text}`;
  const { change } = useListParams();
  const [opened, setOpened] = useState(false);
  const choose = (name: string) => {
    setOpened(false);
    change({ tab: undefined, bin: undefined, page: undefined, q: name });
  };
  const openAttention = () => {
    setOpened(false);
    change({ tab: 'attention', bin: undefined, page: undefined, q: undefined });
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(20rem, 88vw)"
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor
          component="button"
          type="button"
          inherit
          ta="start"
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} mah="22rem" p="0.35rem" style={{ overflowY: 'auto' }}>
        {groups.map(({ _id, fypGroupName, fypTitle }) => (
          <UnstyledButton key={_id} {...choiceProps} onClick={() => choose(fypGroupName)}>
            <Text size="sm" fw={600}>
              {fypGroupName}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={1}>
              {fypTitle}
            </Text>
          </UnstyledButton>
        ))}
        {total > groups.length && (
          <Text size="sm" c="dimmed" px="0.6rem" py="0.4rem">
            and {total - groups.length} more
          </Text>
        )}
        {next && (
          <UnstyledButton {...choiceProps} onClick={openAttention}>
            <Text size="sm" c="var(--mantine-color-anchor)">
              {next}
            </Text>
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
