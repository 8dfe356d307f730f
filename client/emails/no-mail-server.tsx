import { Alert } from '@mantine/core';
import { usePortal } from '#client/api/portal.ts';

/** For admins, as long as it is so. */
export function NoMailServer() {
  if (usePortal()?.sendsEmail !== false) return null;
  return (
    <Alert color="brass" mb="lg" title="No mail server is set: no email reaches anybody">
      Emails, those about marks among them, are files in the outbox folder of the portal’s data.
      Name a mail server in SMTP_URL; until then set new passwords and confirm new accounts here,
      under Users.
    </Alert>
  );
}
