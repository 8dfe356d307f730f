import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { sendRequest } from '#client/api/connection/send.ts';
import { toProblem } from '#client/api/problems.ts';
import { buildQueryKey } from '#client/api/queries.ts';
import { getSession } from '#client/api/session/session.ts';
import { countNotices } from '#contract/messages/unread-notices.ts';
import { paths } from '#contract/paths.ts';
import classes from './notice-bell.module.css';

const refetchMs = 60_000;
const maxShown = 99;

/** Uses `sendRequest`, because `call` could open the login dialog. */
async function countUnread({ signal }: { signal: AbortSignal }): Promise<number> {
  const raw = await sendRequest(countNotices, {}, getSession()?.token, { signal });
  if (raw.status !== 200) throw toProblem(raw);
  return countNotices.reply.parse(raw.body).unread;
}

export function NoticeBell() {
  const { data: unread = 0 } = useQuery({
    queryKey: buildQueryKey(countNotices, {}),
    queryFn: countUnread,
    retry: false,
    staleTime: 5000,
    refetchInterval: refetchMs,
    refetchOnWindowFocus: true,
  });
  const noun = unread === 1 ? 'notice' : 'notices';
  const label = `${unread === 0 ? 'No' : unread} unread ${noun}`;
  return (
    <ActionIcon
      component={Link}
      to={paths.notices}
      variant="subtle"
      color="gray"
      size={36}
      className={classes.bell}
      aria-label={label}
    >
      <IconBell size={18} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > maxShown ? `${maxShown}+` : unread}
        </span>
      )}
    </ActionIcon>
  );
}
