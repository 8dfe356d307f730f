import { Badge, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useSession } from '#client/api/session/session.ts';
import type { Meeting, MeetingLog } from '#contract/meetings/meetings.ts';
import { formatMinutes } from '#contract/rules/meetings.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { MeetingButtons } from './meeting-buttons.tsx';
import { MeetingContentView } from './meeting-content.tsx';
import { MeetingForm } from './meeting-form.tsx';
import type { FormMode } from './use-meeting-form.ts';

type MeetingEntryProps = { meeting: Meeting; groupId: string; log: MeetingLog };

export function MeetingEntry({ meeting, groupId, log }: MeetingEntryProps) {
  const zone = useTimeZone();
  const [mode, setMode] = useState<FormMode>();
  const { heldAt, minutes, correction } = meeting;
  return (
    <li>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            <time dateTime={heldAt}>{formatDateTime(heldAt, zone)}</time>, {formatMinutes(minutes)}
          </Text>
          <ConfirmationBadge meeting={meeting} />
        </Group>
        <MeetingContentView content={meeting} />
        <Signatures meeting={meeting} />
        {correction && <ProposedCorrection correction={correction} />}
        {mode ? (
          <MeetingForm
            mode={mode}
            groupId={groupId}
            log={log}
            meeting={meeting}
            onClose={() => setMode(undefined)}
          />
        ) : (
          <MeetingButtons meeting={meeting} onEdit={setMode} />
        )}
      </Stack>
    </li>
  );
}

const sideNames = { group: 'the group', supervisor: 'the supervisor' };

function ConfirmationBadge({ meeting }: { meeting: Meeting }) {
  const { side, confirmedAt, correction, actions } = meeting;
  const role = useSession()?.role;
  if (actions.includes('confirm')) return <Badge color="brass">Waiting for you</Badge>;
  const writer = correction?.side ?? (confirmedAt === null ? side : undefined);
  if (writer === undefined) return <Badge color="green">Confirmed</Badge>;
  const other = writer === 'group' ? 'supervisor' : 'group';
  const isOwnSide = role === (other === 'group' ? 'student' : 'faculty');
  return <Badge color="gray">Waiting for {isOwnSide ? 'your side' : sideNames[other]}</Badge>;
}

function Signatures({ meeting }: { meeting: Meeting }) {
  const zone = useTimeZone();
  const { writtenBy, writtenAt, confirmedBy, confirmedAt, officeCorrection } = meeting;
  return (
    <Text size="sm" c="dimmed" className="breakable">
      Recorded by <bdi>{writtenBy}</bdi> on {formatDateTime(writtenAt, zone)}
      {confirmedAt ? (
        <>
          , confirmed by <bdi>{confirmedBy}</bdi> on {formatDateTime(confirmedAt, zone)}.
        </>
      ) : (
        ', not confirmed yet.'
      )}
      {officeCorrection && (
        <>
          {' '}
          Corrected by <bdi>{officeCorrection.by}</bdi> on{' '}
          {formatDateTime(officeCorrection.at, zone)}: <bdi>{officeCorrection.reason}</bdi>
        </>
      )}
    </Text>
  );
}

function ProposedCorrection({ correction }: { correction: NonNullable<Meeting['correction']> }) {
  const zone = useTimeZone();
  const { content, proposedBy, proposedAt } = correction;
  return (
    <Stack gap="xs" className="nested">
      <Text fw={600} size="sm" className="breakable">
        Proposed correction by <bdi>{proposedBy}</bdi>, {formatDateTime(proposedAt, zone)}
      </Text>
      <Text size="sm">
        {formatDateTime(content.heldAt, zone)}, {formatMinutes(content.minutes)}
      </Text>
      <MeetingContentView content={content} isProposed />
    </Stack>
  );
}
