import { Alert } from '@mantine/core';
import { usePortalInfo } from '#client/api/portal.ts';
import { OfficeContact } from '#client/ui/office-contact.tsx';

export function AwaitingConfirmationNote({ email }: { email: string }) {
  const portal = usePortalInfo();
  if (!portal) return null;
  return (
    <Alert role="status" mb="md">
      {portal.confirmedBy === 'email' ? (
        <>
          We sent an email to {email}. Open its link and enter your password to confirm your email
          address. You can then open your group.
        </>
      ) : (
        <>
          {portal.sendsEmail ? '' : 'This portal sends no email. '}You can open your group once the
          FYP office has confirmed that {email} is yours and given you a new password:{' '}
          <OfficeContact office={portal.office} />.
        </>
      )}
    </Alert>
  );
}
