import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '#client/ui/page-header.tsx';
import classes from './entry-card.module.css';

type EntryCardProps = { title: string; description: ReactNode; children: ReactNode };

/** The narrow card that login and signup share. */
export function EntryCard({ title, description, children }: EntryCardProps) {
  return (
    <div className={classes.column}>
      <PageHeader title={title} description={description} mb="1.25rem" />
      <Paper p={{ base: 'md', xs: 'xl' }} shadow="sm">
        {children}
      </Paper>
    </div>
  );
}
