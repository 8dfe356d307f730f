import { Box, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '#client/ui/page-header.tsx';

type EntryCardProps = { title: string; description: ReactNode; children: ReactNode };

export function AuthCard({ title, description, children }: EntryCardProps) {
  return (
    <Box maw="27rem" mx="auto" mt="clamp(0rem, 4vh, 3rem)">
      <PageHeader title={title} description={description} mb="1.25rem" />
      <Paper p={{ base: 'md', xs: 'xl' }} shadow="sm">
        {children}
      </Paper>
    </Box>
  );
}
