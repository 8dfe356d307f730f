import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DrawingName, StateDrawing } from './drawing.tsx';

type EmptyStateProps = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  drawing?: DrawingName;
};

export function EmptyState({ title, children, action, drawing = 'folder' }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <StateDrawing name={drawing} />
      <Title order={2} size="h4" mt="xs">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={440} component="div">
          {children}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}
