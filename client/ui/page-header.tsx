import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Buttons or a search box, at the right where there is room. */
  actions?: ReactNode;
  /** The room below, where it is not a page's usual. */
  mb?: string;
};

/** The one h1 of a page. It is there before the page's data is, so that focus can land on it. */
export function PageHeader({ title, description, actions, mb = 'xl' }: PageHeaderProps) {
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
