import { Paper, Skeleton } from '@mantine/core';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { Loading } from '#client/ui/state/loading.tsx';

const lines = ['72%', '58%', '81%', '64%', '76%', '49%', '68%'];

export function HomeLoading() {
  return (
    <Loading>
      <Paper mih={{ base: '10.5rem', sm: '6.25rem' }} mb="lg" />
      <ColumnLayout widths="minmax(0, 1.75fr) minmax(0, 1fr)">
        <Paper p="lg" mih="42rem">
          <Skeleton height={20} width="45%" mb="xl" />
          {lines.map((width) => (
            <Skeleton key={width} height={14} width={width} mb={38} />
          ))}
        </Paper>
        <Paper p="lg" mih="17rem">
          <Skeleton height={20} width="40%" mb="xl" />
          <Skeleton height={26} width="80%" mb="md" />
          <Skeleton height={14} width="55%" />
        </Paper>
      </ColumnLayout>
    </Loading>
  );
}
