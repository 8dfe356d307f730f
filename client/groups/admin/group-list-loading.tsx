import { Skeleton } from '@mantine/core';
import list from '#client/ui/list/list.module.css';
import { Loading } from '#client/ui/state/loading.tsx';
import classes from './group-list.module.css';

const rows = ['44%', '58%', '36%', '62%', '40%', '52%'];

/** The accordion on its way, as tall as its rows will be. */
export function GroupListLoading() {
  return (
    <Loading label="Loading groups…">
      <div className={list.frame}>
        {rows.map((width) => (
          <div key={width} className={classes.loadingRow}>
            <Skeleton height={14} width="9rem" />
            <Skeleton height={16} width={width} />
            <Skeleton height={13} width="30%" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
