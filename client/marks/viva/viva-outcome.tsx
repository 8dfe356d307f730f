import { Badge, Box, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OwnGroup, vivaStatuses } from '#contract/groups.ts';
import { formatDate } from '#contract/values/time.ts';
import classes from './viva-outcome.module.css';

type VivaOutcomeProps = { viva?: OwnGroup['externalVivaDetails'] };

const colors: Record<(typeof vivaStatuses)[number] | 'pending', string> = {
  pass: 'green',
  fail: 'red',
  reschedule: 'brass',
  pending: 'gray',
};

export function VivaOutcome({ viva }: VivaOutcomeProps) {
  const status = viva?.vivaStatus ?? 'pending';
  return (
    <dl className={classes.list}>
      <Term label="Date" isLoading={!viva}>
        {viva?.vivaDate ? (
          formatDate(viva.vivaDate)
        ) : (
          <Text inherit c="dimmed">
            Not set yet
          </Text>
        )}
      </Term>
      <Term label="Status" isLoading={!viva}>
        <Badge color={colors[status]} tt="capitalize">
          {status}
        </Badge>
      </Term>
      <Term label="Overall feedback" isLoading={!viva}>
        {viva?.vivaFeedback || (
          <Text inherit c="dimmed">
            No feedback
          </Text>
        )}
      </Term>
    </dl>
  );
}

type TermProps = { label: string; isLoading: boolean; children: ReactNode };

function Term({ label, isLoading, children }: TermProps) {
  return (
    <div>
      <Text component="dt" size="xs" fw={600} c="dimmed">
        {label}
      </Text>
      <Box component="dd" m={0} mt="0.15rem" className="typed">
        {isLoading ? <Skeleton height={14} my={5} width="8rem" /> : children}
      </Box>
    </div>
  );
}
