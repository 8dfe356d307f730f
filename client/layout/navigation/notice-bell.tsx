import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { formatCount } from './format-count.ts';
import classes from './notice-bell.module.css';
import { useUnreadNotices } from './use-unread-notices.ts';

export function NoticeBell() {
  const unread = useUnreadNotices();
  const noun = unread === 1 ? 'notification' : 'notifications';
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
          {formatCount(unread)}
        </span>
      )}
    </ActionIcon>
  );
}
