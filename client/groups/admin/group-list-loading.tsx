import { Skeleton, Stack } from '@mantine/core';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { Loading } from '#client/ui/state/loading.tsx';

const rows = ['44%', '58%', '36%', '62%', '40%', '52%'];

export function GroupListLoading() {
  return (
    <Loading label="Loading groups…">
      <ListFrame>
        <div className="divided">
          {rows.map((width) => (
            <Stack key={width} gap="0.6rem" justify="center" h="6.1rem" px="md">
              <Skeleton height={14} width="9rem" />
              <Skeleton height={16} width={width} />
              <Skeleton height={13} width="30%" />
            </Stack>
          ))}
        </div>
      </ListFrame>
    </Loading>
  );
}
