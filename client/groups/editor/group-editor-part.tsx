import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type GroupEditorPartProps = {
  title: string;
  note?: string;
  children: ReactNode;
};

export function GroupEditorSection({ title, note, children }: GroupEditorPartProps) {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} mt="lg" pt="md" className="overlined">
      <Group gap="sm" align="baseline" justify="space-between" mb="sm">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </Group>
      {children}
    </Box>
  );
}
