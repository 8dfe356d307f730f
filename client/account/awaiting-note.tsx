import { Alert } from '@mantine/core';
import { usePortal } from '#client/api/portal.ts';
import { OfficeContact } from '#client/ui/office-contact.tsx';

/** After signing up, above the login: what opens the group. */
export function AwaitingNote({ email }: { email: string }) {
  const portal = usePortal();
  if (!portal) return null;
  return (
    <Alert role="status" mb="md">
      {portal.confirmedBy === 'email' ? (
        <>
          An email is on its way to {email}. Open its link and enter your password to confirm that
          the address is yours; then your group opens.
        </>
      ) : (
        <>
          {portal.sendsEmail ? '' : 'This portal sends no email. '}Your group opens once the FYP
          office has confirmed that {email} is yours: <OfficeContact office={portal.office} />.
        </>
      )}
    </Alert>
  );
}
