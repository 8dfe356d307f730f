import { PageHeader } from '#client/ui/page-header.tsx';
import { EmailList } from './email-list.tsx';
import { NoMailServer } from './no-mail-server.tsx';

export function Component() {
  return (
    <>
      <PageHeader title="Emails" />
      <NoMailServer />
      <EmailList />
    </>
  );
}
