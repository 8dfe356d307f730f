import { useParams } from 'react-router';
import { PageHeader } from '#client/ui/page-header.tsx';
import { UnsubscribeForm } from './unsubscribe-form.tsx';

export function Component() {
  const { token = '' } = useParams();
  return (
    <>
      <PageHeader
        title="Unsubscribe"
        description="Unsubscribe with the link in an email, without logging in."
      />
      <UnsubscribeForm token={token} />
    </>
  );
}
