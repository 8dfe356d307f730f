import { Alert } from '@mantine/core';
import { usePortalInfo } from '#client/api/portal.ts';

export function NoMailServer() {
  if (usePortalInfo()?.sendsEmail !== false) return null;
  return (
    <Alert color="brass" mb="lg" title="No mail server is configured: no emails are delivered">
      All emails are only written to the outbox folder of the portal’s data. To deliver them, set
      SMTP_URL. Until then, set new passwords and confirm new accounts under Users.
    </Alert>
  );
}
