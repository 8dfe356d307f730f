import { Button, Group, Paper } from '@mantine/core';
import { Link } from 'react-router';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { paths } from '#contract/paths.ts';

type NoGroupProps = { email: string; onRetry: () => unknown; isRetrying: boolean };

/** Shown to students whose email address is not in any group (spec 8). */
export function NoGroup({ email, onRetry, isRetrying }: NoGroupProps) {
  return (
    <Paper>
      <EmptyState
        title="No details found."
        drawing="people"
        action={
          <Group justify="center" gap="sm">
            <Button component={Link} to={paths.proposal}>
              Propose a project
            </Button>
            <Button variant="default" loading={isRetrying} onClick={() => onRetry()}>
              Check again
            </Button>
          </Group>
        }
      >
        No group has a member with the email <strong>{email}</strong>. Propose a project with your
        teammates. If one of them submits the proposal, ask them to enter this email for you.
      </EmptyState>
    </Paper>
  );
}
