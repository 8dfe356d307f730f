import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';

/** Buttons at the end of a dialog. They stay in sight if the dialog is taller than the window. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" className={classes.footer} data-sticky-bar>
    {children}
  </Group>
);
