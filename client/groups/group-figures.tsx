import { Anchor, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#client/api/queries.ts';
import { useListAddress } from '#client/ui/use-list-address.ts';
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
  if (!users.data || !groups.data || !choices.data) return <div className={classes.line} />;
  const all = groups.data.groups;
  const faculty = new Set(choices.data.examiners.map(({ value }) => nameKey(value)));
  const isKnown = (name: string) => faculty.has(nameKey(name));
  const waiting = [
    { words: 'without an external examiner', found: all.filter((g) => !g.externalExaminer) },
    {
      words: 'with supervisor “other”',
      found: all.filter((g) => nameKey(g.supervisor) === 'other'),
    },
    {
      words: 'whose supervisor has no account',
      found: all.filter((g) => nameKey(g.supervisor) !== 'other' && !isKnown(g.supervisor)),
    },
    {
      words: 'whose examiner has no account',
      found: all.filter((g) => g.externalExaminer && !isKnown(g.externalExaminer)),
    },
  ];
  return (
    <ul className={classes.line} aria-label="Figures">
      <Figure>{counted(groups.data.total, 'group')}</Figure>
      <Figure>{counted(users.data.total, 'user')}</Figure>
      {waiting.map(
        ({ words, found }) =>
          found.length > 0 && (
            <Figure key={words}>
              <Waiting words={`${counted(found.length, 'group')} ${words}`} groups={found} />
            </Figure>
          ),
      )}
    </ul>
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

/** Opens the list of these groups; choosing one searches for it. */
function Waiting({ words, groups }: { words: string; groups: readonly FullGroup[] }) {
  const { change } = useListAddress();
  const [opened, setOpened] = useState(false);
  const choose = (name: string) => {
    setOpened(false);
    change({ tab: undefined, bin: undefined, page: undefined, q: name });
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
        <Anchor component="button" type="button" inherit onClick={() => setOpened(!opened)}>
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
      </Popover.Dropdown>
    </Popover>
  );
}
