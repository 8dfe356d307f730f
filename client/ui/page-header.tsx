import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

type PageHeaderProps = {
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  /** Buttons or a search box, at the right where there is room. */
  actions?: ReactNode;
};

/** The one h1 of a page. It is there before the page's data is, so that focus can land on it. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Group component="header" className={classes.header} justify="space-between" align="flex-end">
      <Stack gap={6} className={classes.words}>
        <Title order={1} tabIndex={-1} data-page-heading>
          {title}
        </Title>
        {description !== undefined && (
          <Text c="dimmed" className={classes.description}>
            {description}
          </Text>
        )}
      </Stack>
      {actions}
    </Group>
  );
}
