import { Anchor, Box, Group, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#client/api/queries.ts';
import { useListAddress } from '#client/api/use-list-address.ts';
import { formatCount } from '#client/ui/list/format-count.ts';
import { listGroups } from '#contract/groups.ts';
import { findChoices } from '#contract/proposals.ts';
import { listUsers } from '#contract/users.ts';
import classes from './group-figures.module.css';
import { findUnsettled, type Unsettled } from './unsettled-groups.ts';

/** How many there are, and which groups wait for the admin: no examiner, no supervisor who could mark. */
export function GroupFigures() {
  const users = useQuery(query(listUsers, { query: { page: 1, limit: 1 } }));
  const groups = useQuery(query(listGroups, { query: {} }));
  const choices = useQuery(query(findChoices));
  if (users.isPending || groups.isPending || choices.isPending) {
    return <Skeleton height={22} width="min(30rem, 90%)" mb="lg" />;
  }
  if (!users.data || !groups.data || !choices.data) return <Box mih="1.4rem" mb="lg" />;
  return (
    <Group
      component="ul"
      gap="0.25rem 1.25rem"
      mih="1.4rem"
      mb="lg"
      className="plain"
      aria-label="Figures"
    >
      <Figure>{formatCount(groups.data.total, 'group', '')}</Figure>
      <Figure>{formatCount(users.data.total, 'user', '')}</Figure>
      {findUnsettled(groups.data.groups, choices.data.staff).map((unsettled) => (
        <Figure key={unsettled.text}>
          <UnsettledGroups {...unsettled} />
        </Figure>
      ))}
    </Group>
  );
}

function Figure({ children }: { children: React.ReactNode }) {
  return (
    <Text component="li" size="sm" c="dimmed" className="tabular">
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
  className: classes.choice,
} as const;

/** Opens the list of these groups; choosing one searches for it. */
function UnsettledGroups({ text, groups, next }: Unsettled) {
  const label = `${formatCount(groups.length, 'group', '')} ${text}`;
  const { change } = useListAddress();
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
      <Popover.Dropdown aria-label={label} mah="22rem" p="0.35rem" className={classes.dropdown}>
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
