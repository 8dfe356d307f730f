import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { listRequestUsage, type UsageTotal, usageTotals } from '#contract/admin/request-usage.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { RaiseForm } from './raise-form.tsx';
import { RaisedLimits } from './raised-limits.tsx';
import { UsageTable } from './usage-table.tsx';

export function RequestUsage() {
  const [sort, setSort] = useState<UsageTotal>('work');
  const usage = useRead(
    listRequestUsage,
    { query: { sort } },
    { failure: 'Failed to load the use of the portal', staleTime: 0, keepsPrevious: true },
  );
  return (
    <Section
      title="Use of the portal in the last hour"
      description="The accounts and networks that have used most. Requests over a limit are refused. Work is CPU time: 1 is a simple page request. Rows are those that the portal keeps permanently."
      actions={
        <NativeSelect
          label="Sort by"
          value={sort}
          onChange={({ currentTarget }) => setSort(currentTarget.value as UsageTotal)}
          data={Object.entries(usageTotals).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <Loaded read={usage} loading={<LoadingLines lines={4} label="Loading the use…" />}>
        {(data) => <Usage {...data} />}
      </Loaded>
    </Section>
  );
}

function Usage({ accounts, networks, raised }: EndpointReply<typeof listRequestUsage>) {
  if (accounts.length + networks.length + raised.length === 0) {
    return <Text c="dimmed">Nobody has used the portal in the last hour.</Text>;
  }
  return (
    <Stack gap="lg">
      <UsageTable
        label="Accounts"
        rows={accounts.map(({ _id, name, email, role, raise, ...totals }) => ({
          key: _id,
          name,
          detail: `${email}, ${role}${raise ? `, ${raise.factor} times the normal limits` : ''}`,
          totals,
        }))}
      />
      <UsageTable
        label="Networks"
        rows={networks.map(({ network, ...totals }) => ({ key: network, name: network, totals }))}
      />
      {accounts.length > 0 && <RaiseForm accounts={accounts} />}
      {raised.length > 0 && <RaisedLimits raised={raised} />}
    </Stack>
  );
}
