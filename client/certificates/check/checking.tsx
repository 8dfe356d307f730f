import { Box, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { useKeySetting } from '#client/api/session/key-setting.ts';
import { useRead } from '#client/api/use-read.ts';
import classes from '#client/certificates/certificates.module.css';
import {
  type CertificatesUrlState,
  certificatesPageSize,
  useCertificatesUrlState,
} from '#client/certificates/use-certificates-address.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { useKeyboardShortcuts } from '#client/ui/keys/use-keyboard-shortcuts.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { findCourses } from '#contract/settings/courses.ts';
import { listCertificates, type MemberCertificates } from '#contract/students/certificates.ts';
import { ListFilters } from './list-filters.tsx';
import { StudentList } from './student-list.tsx';
import { StudentView } from './student-view.tsx';
import { type CertificateDecisions, useCertificateDecisions } from './use-decisions.ts';

const noStudents = {
  rows: [],
  total: 0,
  counts: { missing: 0, incomplete: 0, unchecked: 0, complete: 0 },
  programs: [],
};

export function CertificateChecking() {
  const address = useCertificatesUrlState();
  const { filter, page, memberId, show } = address;
  const list = useListRead(
    listCertificates,
    { query: { ...filter, page, limit: certificatesPageSize } },
    {
      unknown: address.unknown,
      nothing: noStudents,
      failure: 'Couldn’t load the students',
      keepsPrevious: true,
      staleTime: 0,
    },
  );
  const rows = list.data?.rows ?? [];
  const at = rows.findIndex((row) => row.memberId === memberId);
  const go = (by: number) => {
    const next = rows[at === -1 ? 0 : at + by];
    if (next) show(next.memberId, true);
  };
  const onDecided = (member: MemberCertificates) => {
    // Do not use the student's state: one returned certificate makes it "incomplete", even if others are unchecked.
    const isDone = address.state === 'unchecked' && member.unchecked === 0;
    if (isDone && member.memberId === memberId) {
      show((rows[at + 1] ?? rows[at - 1])?.memberId, true);
    }
  };
  const decisions = useCertificateDecisions(onDecided);
  const undo = () => {
    if (decisions.last) show(decisions.last.memberId, true);
    decisions.undo();
  };
  const { hasKeys, setHasKeys } = useKeySetting();
  const next = () => go(1);
  const before = () => go(-1);
  useKeyboardShortcuts(
    { j: next, k: before, arrowright: next, arrowleft: before, u: undo },
    hasKeys,
  );
  return (
    <Stack gap="sm" className="wide">
      {/* In a narrow window, show either the list or the student. */}
      <Stack gap="sm" visibleFrom={memberId && 'md'}>
        <ListFilters address={address} data={list.data} />
        <UnknownFilters
          unknown={address.findUnknown(list.data?.programs)}
          onRemove={address.remove}
        />
      </Stack>
      <KeyBar decisions={decisions} onUndo={undo} hasKeys={hasKeys} onKeys={setHasKeys} />
      <ColumnLayout widths="20rem minmax(0, 1fr)">
        <Stack gap="sm" visibleFrom={memberId && 'md'}>
          <Loaded
            read={list}
            loading={<LoadingTable rows={8} columns={2} label="Loading the students…" />}
          >
            {(data) =>
              data.total === 0 ? (
                <NoStudents address={address} />
              ) : (
                <ListFrame isStale={list.isStale}>
                  <StudentList rows={data.rows} memberId={memberId} onShow={show} />
                </ListFrame>
              )
            }
          </Loaded>
          <PageLinks
            label="Pages of students"
            address={address}
            read={list}
            limit={certificatesPageSize}
          />
        </Stack>
        <ChosenStudent
          address={address}
          decisions={decisions}
          hasKeys={hasKeys}
          onDecided={onDecided}
        />
      </ColumnLayout>
    </Stack>
  );
}

type ChosenStudentProps = {
  address: CertificatesUrlState;
  decisions: CertificateDecisions;
  hasKeys: boolean;
  onDecided: (member: MemberCertificates) => void;
};

function ChosenStudent({ address: { memberId, show }, ...props }: ChosenStudentProps) {
  const courses = useRead(findCourses, {}, { failure: 'Couldn’t load the required certificates' });
  if (!memberId) {
    return (
      <Box visibleFrom="md">
        <EmptyState title="Choose a student">
          Their certificates are shown here, beside the merged PDF.
        </EmptyState>
      </Box>
    );
  }
  return (
    <div>
      <Button
        hiddenFrom="md"
        variant="default"
        size="compact-md"
        mb="sm"
        onClick={() => show(undefined, true)}
      >
        Back to the list
      </Button>
      {courses.data && (
        <StudentView key={memberId} memberId={memberId} rule={courses.data.rule} {...props} />
      )}
    </div>
  );
}

function NoStudents({
  address: { isNarrowed, state, showAll },
}: {
  address: CertificatesUrlState;
}) {
  if (!isNarrowed) {
    return (
      <EmptyState title="No students yet">
        Students appear here once their group has submitted a proposal.
      </EmptyState>
    );
  }
  const title = state === 'unchecked' ? 'No certificates to check' : 'No matching students';
  return (
    <NothingFound title={title} all="students" onShowAll={showAll}>
      Search by name, roll number or group.
    </NothingFound>
  );
}

type KeyBarProps = {
  decisions: CertificateDecisions;
  onUndo: () => void;
  hasKeys: boolean;
  onKeys: (isOn: boolean) => void;
};

const keys = [
  ['J', 'next student'],
  ['K', 'previous student'],
  ['↑ ↓', 'certificates'],
  ['A', 'accept'],
  ['Shift+A', 'accept all'],
  ['R', 'return'],
  ['U', 'undo'],
] as const;

function KeyBar({ decisions: { status, last }, onUndo, hasKeys, onKeys }: KeyBarProps) {
  return (
    <>
      <Group gap="0.35rem 1rem" className={classes.keys}>
        <Switch
          size="sm"
          label="Keys"
          checked={hasKeys}
          onChange={(event) => onKeys(event.currentTarget.checked)}
        />
        {hasKeys &&
          keys.map(([key, action]) => (
            <Text key={key} span size="sm" c="dimmed">
              <kbd>{key}</kbd> {action}
            </Text>
          ))}
      </Group>
      <Group gap="sm" mih="2rem">
        <Text size="sm" role="status" className="breakable">
          {status}
        </Text>
        {last && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
      </Group>
    </>
  );
}
