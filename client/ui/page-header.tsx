import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  mb?: string;
};

/** Pages must render this header before their data loads, because its h1 receives the focus after navigation. */
export function PageHeader({ title, description, actions, mb = '1.25rem' }: PageHeaderProps) {
  return (
    <Group component="header" mb={mb} justify="space-between" align="flex-end">
      <Stack gap={6} flex="1 1 20rem" miw={0}>
        <Title
          order={1}
          tabIndex={-1}
          data-page-heading
          className="breakable"
          style={{ outline: 'none' }}
        >
          {title}
        </Title>
        {description !== undefined && (
          <Text c="dimmed" maw="44rem">
            {description}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
  );
}
