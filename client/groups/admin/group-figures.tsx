import { Anchor, Box, Group, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#client/api/queries.ts';
import { useListAddress } from '#client/api/use-list-address.ts';
import { type FullGroup, listGroups } from '#contract/groups.ts';
import { findChoices } from '#contract/proposals.ts';
import { nameKey } from '#contract/text.ts';
import { listUsers } from '#contract/users.ts';
import classes from './group-figures.module.css';

/** How many there are, and which groups wait for the admin: no examiner, no supervisor who could mark. */
export function GroupFigures() {
  const users = useQuery(query(listUsers, { query: { page: 1, limit: 1 } }));
  const groups = useQuery(query(listGroups, { query: {} }));
  const choices = useQuery(query(findChoices));
  if (users.isPending || groups.isPending || choices.isPending) {
    return <Skeleton height={22} width="min(30rem, 90%)" mb="lg" />;
  }
  if (!users.data || !groups.data || !choices.data) return <Box mih="1.4rem" mb="lg" />;
  const all = groups.data.groups;
  const { staff } = choices.data;
  const [ids, names] = [staff.map(({ _id }) => _id), staff.map(({ name }) => nameKey(name))];
  const [accounts, carried] = [new Set<string | null>(ids), new Set(names)];
  const lacking = (name: string | null, id: string | null) =>
    !name || nameKey(name) === 'other' || accounts.has(id)
      ? undefined
      : carried.has(nameKey(name))
        ? 'choice'
        : 'account';
  const supervisorOf = (g: FullGroup) => lacking(g.supervisor, g.supervisorId);
  const examinerOf = (g: FullGroup) => lacking(g.externalExaminer, g.externalExaminerId);
  const waiting = [
    { words: 'without an external examiner', found: all.filter((g) => !g.externalExaminer) },
    {
      words: 'with supervisor “other”',
      found: all.filter((g) => nameKey(g.supervisor) === 'other'),
    },
    {
      words: 'whose supervisor has no account',
      found: all.filter((g) => supervisorOf(g) === 'account'),
      next: 'Create accounts in Attention',
    },
    {
      words: 'whose examiner has no account',
      found: all.filter((g) => examinerOf(g) === 'account'),
      next: 'Create accounts in Attention',
    },
    {
      words: 'whose supervisor or examiner is to be chosen',
      found: all.filter((g) => supervisorOf(g) === 'choice' || examinerOf(g) === 'choice'),
      next: 'Choose in Attention',
    },
  ];
  return (
    <Group
      component="ul"
      gap="0.25rem 1.25rem"
      mih="1.4rem"
      mb="lg"
      className="plain"
      aria-label="Figures"
    >
      <Figure>{counted(groups.data.total, 'group')}</Figure>
      <Figure>{counted(users.data.total, 'user')}</Figure>
      {waiting.map(
        ({ words, found, next }) =>
          found.length > 0 && (
            <Figure key={words}>
              <Waiting
                words={`${counted(found.length, 'group')} ${words}`}
                groups={found}
                next={next}
              />
            </Figure>
          ),
      )}
    </Group>
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function Figure({ children }: { children: React.ReactNode }) {
  return (
    <Text component="li" size="sm" c="dimmed" className="tabular">
      {children}
    </Text>
  );
}

type WaitingProps = { words: string; groups: readonly FullGroup[]; next?: string };

/** Opens the list of these groups; choosing one searches for it. `next` is what Attention offers about them. */
function Waiting({ words, groups, next }: WaitingProps) {
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
          {words}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label={words} className={classes.waiting}>
        {groups.map(({ _id, fypGroupName, fypTitle }) => (
          <UnstyledButton key={_id} className={classes.group} onClick={() => choose(fypGroupName)}>
            <Text size="sm" fw={600}>
              {fypGroupName}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={1}>
              {fypTitle}
            </Text>
          </UnstyledButton>
        ))}
        {next && (
          <UnstyledButton className={classes.group} onClick={openAttention}>
            <Text size="sm" c="var(--mantine-color-anchor)">
              {next}
            </Text>
          </UnstyledButton>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
