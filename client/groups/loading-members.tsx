import { Skeleton } from '@mantine/core';
import classes from './member-cards.module.css';

/** Two members on their way, as tall as the real ones. */
export function LoadingMembers() {
  return (
    <ul className="plain ruled">
      {['62%', '48%'].map((width) => (
        <li key={width} className={classes.card}>
          <Skeleton height={38} circle />
          <div className={classes.words}>
            <Skeleton height={14} my={6} width={width} />
            <Skeleton height={12} my={5} width="85%" />
          </div>
        </li>
      ))}
    </ul>
  );
}
