import { Group, Skeleton, Stack } from '@mantine/core';

export function LoadingMembers() {
  return (
    <ul className="plain ruled">
      {['62%', '48%'].map((width) => (
        <Group component="li" key={width} gap="0.85rem" align="stretch" wrap="nowrap">
          <Skeleton height={38} circle />
          <Stack gap="0.35rem" flex={1} miw={0}>
            <Skeleton height={14} my={6} width={width} />
            <Skeleton height={12} my={5} width="85%" />
          </Stack>
        </Group>
      ))}
    </ul>
  );
}
