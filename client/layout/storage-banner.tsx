import { Box, Text } from '@mantine/core';
import { useStorageProblem } from '#client/api/session/safe-storage.ts';
import classes from './page-layout.module.css';

const texts = {
  blocked:
    'This browser blocks site data, so you’ll be logged out when you reload or close this page. Allow cookies and site data for this site in the browser’s settings, then log in again.',
  full: 'This browser’s storage is full, so drafts and new logins are lost when you reload or close this page. Delete site data that you don’t need in the browser’s settings.',
};

export function StorageBanner() {
  const problem = useStorageProblem();
  if (!problem) return null;
  return (
    <Box
      component="section"
      aria-label="Browser storage"
      bg="var(--mantine-color-brass-light)"
      style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}
      data-no-print
    >
      <Text size="sm" py="0.6rem" className={classes.inner} role="status">
        {texts[problem]}
      </Text>
    </Box>
  );
}
