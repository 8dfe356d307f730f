import { useParams } from 'react-router';
import { UnsubscribeForm } from '#client/notices/unsubscribe-form.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export function Component() {
  const { token = '' } = useParams();
  return (
    <>
      <PageHeader title="Unsubscribe" description="Without a login, by the address of an email." />
      <UnsubscribeForm token={token} />
    </>
  );
}
