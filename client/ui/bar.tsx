import { Box } from '@mantine/core';

/** One of several short bars in a row that show where in a sequence one is; its colour says what it stands for. */
export function Bar({ color }: { color: string }) {
  return <Box component="span" flex={1} h={4} bdrs={2} bg={color} />;
}
