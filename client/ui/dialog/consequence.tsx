import { Text } from '@mantine/core';

/** Says beside a red button what cannot be undone, or how to undo it. */
export const Consequence = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
);
