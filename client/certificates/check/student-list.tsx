import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from '#client/certificates/certificates.module.css';
import { CertificatesStateBadge } from '#client/certificates/state-badge.tsx';
import type { MemberCertificatesSummary } from '#contract/students/certificates.ts';

type StudentListProps = {
  rows: readonly MemberCertificatesSummary[];
  memberId: string | undefined;
  onShow: (memberId: string) => void;
};

export function StudentList({ rows, memberId, onShow }: StudentListProps) {
  const list = useRef<HTMLUListElement>(null);
  // Scroll within the list, without scrolling the page.
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
    <Box
      component="ul"
      ref={list}
      className="plain divided insetFocus"
      aria-label="Students"
      data-scroll="students"
      pos="relative"
      mah="max(24rem, calc(100dvh - 14rem))"
      style={{ overflowY: 'auto' }}
    >
      {rows.map((row) => (
        <li key={row.memberId}>
          <Group
            component={UnstyledButton}
            gap="sm"
            align="flex-start"
            justify="space-between"
            wrap="nowrap"
            w="100%"
            p="0.6rem 0.85rem"
            className={classes.student}
            aria-current={row.memberId === memberId || undefined}
            onClick={() => onShow(row.memberId)}
          >
            <Stack component="span" gap={0} miw={0}>
              <Text span fw={600} className="breakable">
                {row.name}
              </Text>
              <Text span size="sm" c="dimmed">
                {row.roll} ·{' '}
                <Box component="bdi" display="inline-block">
                  {row.fypGroupName}
                </Box>
              </Text>
              {row.returned > 0 && (
                <Text span size="sm" c="dimmed">
                  {row.returned} returned
                </Text>
              )}
            </Stack>
            <CertificatesStateBadge state={row.state} />
          </Group>
        </li>
      ))}
    </Box>
  );
}
