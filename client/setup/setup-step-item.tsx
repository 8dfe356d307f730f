import { Anchor, Badge, Box, Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SetupStep } from '#contract/setup.ts';

type SetupStepItemProps = {
  step: SetupStep;
  isNext: boolean;
  isBusy: boolean;
  onDecide: () => void;
};

export function SetupStepItem({ step, isNext, isBusy, onDecide }: SetupStepItemProps) {
  const { text, detail, to, isDone, decision } = step;
  return (
    <li>
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <Box component="span" mt={2} c={isDone ? 'green' : 'dimmed'}>
          {isDone ? (
            <IconCircleCheck size={20} aria-label="Done" />
          ) : (
            <IconCircle size={20} aria-label="To do" />
          )}
        </Box>
        <Group justify="space-between" gap="0.35rem 1rem" flex={1} miw={0}>
          <Box flex="1 1 16rem" miw={0}>
            <Group gap="xs">
              <Anchor component={Link} to={to} fw={isNext ? 600 : undefined}>
                {text}
              </Anchor>
              {isNext && <Badge size="sm">Next</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          </Box>
          {!isDone && decision && (
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              aria-label={`${decision}: ${text}`}
              onClick={onDecide}
            >
              {decision}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  );
}
