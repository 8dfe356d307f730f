import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { useRead } from '#client/api/use-read.ts';
import { CertificatesStateBadge } from '#client/certificates/state-badge.tsx';
import { useClosedCohort } from '#client/layout/open-cohort-fields.tsx';
import { useKeyboardShortcuts } from '#client/ui/keys/use-keyboard-shortcuts.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { paths } from '#contract/paths.ts';
import type { Courses } from '#contract/settings/courses.ts';
import {
  type Certificate,
  decideCertificates,
  getMemberCertificates,
  type MemberCertificates,
} from '#contract/students/certificates.ts';
import { MergedPdf } from './merged-pdf.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { StudentEntries } from './student-entries.tsx';
import { type CertificateDecisions, certificateDecisionEndpoints } from './use-decisions.ts';

type StudentViewProps = {
  memberId: string;
  rule: Courses['rule'];
  decisions: CertificateDecisions;
  hasKeys: boolean;
  onDecided: (member: MemberCertificates) => void;
};

export function StudentView({ memberId, ...props }: StudentViewProps) {
  const read = useRead(
    getMemberCertificates,
    { params: { memberId } },
    { failure: 'Couldn’t load this student’s certificates', staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingLines lines={12} label="Loading the certificates…" />}>
      {(member) => <Student {...props} member={props.decisions.apply(member)} />}
    </Loaded>
  );
}

type StudentProps = Omit<StudentViewProps, 'memberId'> & { member: MemberCertificates };

function Student({ member, rule, decisions, hasKeys, onDecided }: StudentProps) {
  const { entries } = member;
  const isOpen = useClosedCohort() === undefined;
  const mayCheck = member.mayCheck && isOpen;
  const [returning, setReturning] = useState<Certificate>();
  const checking = useChecking(member, decisions, setReturning);
  const { open, selected, accept } = checking;
  const keys = {
    arrowdown: () => checking.move(1),
    arrowup: () => checking.move(-1),
    ...(mayCheck && {
      a: () => selected && accept([selected]),
      'shift+a': () => accept(open),
      r: () => selected && setReturning(selected),
    }),
  };
  useKeyboardShortcuts(keys, hasKeys && returning === undefined);
  return (
    <Stack gap="md">
      <StudentHead
        member={{ ...member, mayCheck }}
        decisions={decisions}
        onAcceptAll={open.length > 0 ? () => accept(open) : undefined}
      />
      <Group align="flex-start" gap="md">
        <Box flex="2 1 20rem" miw={0}>
          <StudentEntries
            entries={entries}
            rule={rule}
            selectedId={selected?._id}
            isMoved={checking.isMoved}
            actions={mayCheck ? checking.actions : undefined}
          />
        </Box>
        <Box flex="3 1 32rem" miw={0}>
          <MergedPdf member={member} />
        </Box>
      </Group>
      <ReturnDialog
        entry={returning}
        reasons={member.reasons}
        send={async (entry, reason) => {
          const input = checking.toInput([entry], 'returned', reason);
          const reply = await call(decideCertificates, input);
          decisions.record(
            { memberId: member.memberId, entries: input.body.entries },
            reply.message,
          );
          await invalidateEndpoints(...certificateDecisionEndpoints);
          onDecided(reply.member);
        }}
        onClose={() => setReturning(undefined)}
      />
    </Stack>
  );
}

function useChecking(
  { memberId, entries, documents }: MemberCertificates,
  decisions: CertificateDecisions,
  returnEntry: (entry: Certificate) => void,
) {
  const [selectedId, select] = useState<string>();
  const open = entries.filter(({ state }) => state === 'unchecked');
  const selected = entries.find(({ _id }) => _id === selectedId) ?? open[0] ?? entries[0];
  const toInput = (
    chosen: readonly Certificate[],
    decision: Certificate['state'],
    reason?: string,
  ) => ({
    params: { memberId },
    body: {
      entries: chosen.map(({ _id, revision }) => ({ _id, revision })),
      decision,
      documentId: documents[0]?._id ?? null,
      ...(reason !== undefined && { reason }),
    },
  });
  const send = (chosen: readonly Certificate[], decision: 'accepted' | 'unchecked') => {
    if (chosen.length === 0) return;
    decisions.run(toInput(chosen, decision));
    select(undefined);
  };
  const accept = (chosen: readonly Certificate[]) => send(chosen, 'accepted');
  return {
    open,
    selected,
    accept,
    toInput,
    isMoved: selectedId !== undefined,
    move: (by: number) => {
      const at = selected ? entries.indexOf(selected) : -1;
      select(entries[Math.max(0, Math.min(entries.length - 1, at + by))]?._id);
    },
    actions: {
      select,
      returnEntry,
      accept: (entry: Certificate) => accept([entry]),
      reopen: (entry: Certificate) => send([entry], 'unchecked'),
    },
  };
}

type StudentHeadProps = Pick<StudentProps, 'member' | 'decisions'> & {
  onAcceptAll: (() => void) | undefined;
};

function StudentHead({ member, decisions, onAcceptAll }: StudentHeadProps) {
  const { memberId, name, roll, fypGroupName, state, sentence, untold, mayCheck } = member;
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} flex="1 1 18rem" miw={0}>
        <Group gap="xs">
          <Title order={2} size="h3" className="breakable">
            {name}
          </Title>
          <CertificatesStateBadge state={state} />
        </Group>
        <Text size="sm" c="dimmed">
          {roll},{' '}
          <Anchor component={Link} to={paths.group(fypGroupName)} inherit>
            {fypGroupName}
          </Anchor>
        </Text>
        <Text size="sm" className="breakable">
          {sentence}
        </Text>
      </Stack>
      {mayCheck && (
        <Group gap="xs">
          <Button onClick={onAcceptAll} disabled={!onAcceptAll}>
            Accept all
          </Button>
          <Button
            variant="default"
            disabled={untold === 0}
            loading={decisions.isSending}
            onClick={() => decisions.sendResult(memberId)}
          >
            Send result{untold > 0 && ` (${untold})`}
          </Button>
        </Group>
      )}
    </Group>
  );
}
