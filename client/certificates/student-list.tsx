import { Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CertificatesRow } from '#contract/certificates.ts';
import classes from './certificates.module.css';
import { StateBadge } from './state-badge.tsx';

type StudentListProps = {
  rows: readonly CertificatesRow[];
  memberId: string | undefined;
  onShow: (memberId: string) => void;
};

export function StudentList({ rows, memberId, onShow }: StudentListProps) {
  const list = useRef<HTMLUListElement>(null);
  // Scroll the list only, not the page.
  useEffect(() => {
    const row = memberId && list.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !list.current) return;
    const { offsetTop: top, offsetHeight: height } = row;
    const { scrollTop, clientHeight } = list.current;
    if (top < scrollTop) list.current.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) {
      list.current.scrollTop = top + height - clientHeight;
    }
  }, [memberId]);
  return (
    <ul ref={list} className="plain" aria-label="Students">
      {rows.map((row) => (
        <li key={row.memberId}>
          <UnstyledButton
            className={classes.student}
            aria-current={row.memberId === memberId || undefined}
            onClick={() => onShow(row.memberId)}
          >
            <span className={classes.words}>
              <Text span fw={600} className="breakable">
                {row.name}
              </Text>
              <Text span size="sm" c="dimmed" className="tabular">
                {row.roll} · <bdi>{row.fypGroupName}</bdi>
              </Text>
              {row.returned > 0 && (
                <Text span size="sm" c="dimmed">
                  {row.returned} returned
                </Text>
              )}
            </span>
            <StateBadge state={row.state} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
