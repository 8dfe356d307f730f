import { useParams } from 'react-router';
import { UnsubscribeForm } from '#client/notices/unsubscribe-form.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';

export function Component() {
  const { token = '' } = useParams();
  return (
    <>
      <PageHeader
        title="Unsubscribe"
        description="Unsubscribe with the link of an email, without logging in."
      />
      <UnsubscribeForm token={token} />
    </>
  );
}
