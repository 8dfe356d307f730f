import { Avatar, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeveloperEntry } from '#contract/settings/developers.ts';

type DeveloperCardProps = { developer: DeveloperEntry; children?: ReactNode };

export function DeveloperCard({ developer, children }: DeveloperCardProps) {
  const { name, role, bio, year, photo } = developer;
  return (
    <Paper component="li" p="1.25rem" className="breakable">
      <Stack gap="0.9rem">
        <Group wrap="nowrap">
          <Avatar src={photo || null} name={name} alt="" color="pine" size={72} radius="xl" />
          <div className="breakable">
            <Title order={2} size="h4">
              {name}
            </Title>
            <Text fw={600}>{role}</Text>
            <Text size="sm" c="dimmed">
              {year}
            </Text>
          </div>
        </Group>
        <Text>{bio}</Text>
        {children}
      </Stack>
    </Paper>
  );
}
