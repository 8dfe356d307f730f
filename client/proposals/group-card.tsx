import { Button, Paper, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { paths } from '#contract/paths.ts';
import type { GroupSummary } from './own-group-query.ts';

type GroupCardProps = {
  group: GroupSummary;
  /** True if the student has just submitted the group on this page. */
  isNew: boolean;
};

export function GroupCard({ group: { name, title }, isNew }: GroupCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The card of a new group replaces the form that had the focus, so move the focus to the card.
    if (!isNew) return;
    window.scrollTo({ top: 0 });
    card.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Paper component="section" aria-label="Your group" p="md" tabIndex={-1} ref={card}>
      <EmptyState
        drawing={isNew ? 'done' : 'people'}
        title={
          <>
            {isNew ? 'Your group is' : 'You’re in group'} <bdi>{name}</bdi>
          </>
        }
        action={
          <Button component={Link} to={paths.students}>
            Open your group
          </Button>
        }
      >
        <Text c="var(--mantine-color-text)" fw={600} mb={4} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {isNew
          ? 'We received your proposal. Your teammates will see the group when they log in with the email addresses you entered.'
          : 'You can be in only one group, so you can’t submit another proposal. If something is wrong, contact the FYP office and give the group’s name.'}
      </EmptyState>
    </Paper>
  );
}
