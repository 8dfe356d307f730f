import { Alert, Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { getServerTime } from '#client/api/connection/server-clock.ts';
import { usePortalInfo, useTimeZone } from '#client/api/portal.ts';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import { paths } from '#contract/paths.ts';
import { formatCalendarDate } from '#contract/values/time.ts';

const store = createBrowserStore('local', (stored) =>
  typeof stored === 'string' ? stored : undefined,
);
const key = 'mail-notice-hidden-on';

/** Says in one line that no emails are delivered. Hiding it lasts until the end of the department's day. */
export function NoMailServer() {
  const today = formatCalendarDate(getServerTime(), useTimeZone());
  const [hiddenOn, setHiddenOn] = useState(() => store.read(key));
  if (usePortalInfo()?.sendsEmail !== false || hiddenOn === today) return null;
  const hide = () => {
    setHiddenOn(today);
    store.write(key, today);
  };
  return (
    <Alert
      color="brass"
      mb="lg"
      py={6}
      withCloseButton
      closeButtonLabel="Hide until tomorrow"
      onClose={hide}
    >
      <Text size="sm" truncate>
        <Text span hiddenFrom="sm" inherit>
          Emails aren’t delivered.
        </Text>
        <Text span visibleFrom="sm" inherit>
          No mail server is set up, so emails aren’t delivered.
        </Text>{' '}
        <Anchor component={Link} to={paths.installation} inherit>
          Set it up
        </Anchor>
      </Text>
    </Alert>
  );
}
