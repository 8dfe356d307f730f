import { Stack } from '@mantine/core';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { useRead } from '#client/api/use-read.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { getInstallation } from '#contract/settings/installation.ts';
import { AccountsSection } from './installation/accounts-form.tsx';
import { MailServerSection } from './installation/mail-server-form.tsx';
import { PasswordsSection } from './installation/passwords-form.tsx';
import { PublicUrlSection } from './installation/public-url-form.tsx';
import { SenderSection } from './installation/sender-form.tsx';
import { SizeLimitsSection } from './installation/size-limits-form.tsx';
import { TimeZoneSection } from './installation/time-zone-form.tsx';

export const getPrefetchRequests: GetPrefetchRequests = () => [
  createPrefetchRequest(getInstallation),
];

export function Component() {
  const read = useRead(getInstallation, {}, { failure: 'Couldn’t load the settings' });
  return (
    <>
      <PageHeader
        title="Installation"
        description="Changes take effect within seconds, without a restart."
      />
      <Loaded read={read} loading={<LoadingCards cards={6} />}>
        {(installation) => (
          <Stack gap="lg">
            <MailServerSection installation={installation} />
            <SenderSection installation={installation} />
            <AccountsSection installation={installation} />
            <PasswordsSection installation={installation} />
            <PublicUrlSection installation={installation} />
            <TimeZoneSection installation={installation} />
            <SizeLimitsSection installation={installation} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
