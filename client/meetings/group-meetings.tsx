import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileTypePdf, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDownload } from '#client/api/files/use-download.ts';
import { useSession } from '#client/api/session/session.ts';
import { useRead } from '#client/api/use-read.ts';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  exportMeetingLog,
  exportMeetings,
  listMeetings,
  type MeetingLog,
} from '#contract/meetings/meetings.ts';
import { formatMeetingCount } from '#contract/rules/meetings.ts';
import { MeetingEntry } from './meeting-entry.tsx';
import { MeetingForm } from './meeting-form.tsx';
import { GroupSlots } from './office-hours/group-slots.tsx';

type GroupMeetingsProps = { groupId: string; cohortId: string | null };

/** The meeting log of a group, on its page and beside the list of a supervisor’s groups. */
export function GroupMeetings({ groupId, cohortId }: GroupMeetingsProps) {
  const read = useRead(
    listMeetings,
    { params: { groupId } },
    { failure: 'Couldn’t load the meetings', staleTime: 0 },
  );
  const isStudent = useSession()?.role === 'student';
  return (
    <>
      {isStudent && (
        <OpenCohortFields cohortId={cohortId}>
          <GroupSlots groupId={groupId} />
        </OpenCohortFields>
      )}
      <Section
        title="Meetings"
        description="When one side records a meeting, the other side confirms it. After that, both sides must agree to any change."
      >
        <Loaded read={read} loading={<LoadingLines lines={6} label="Loading the meetings…" />}>
          {(log) => (
            <OpenCohortFields cohortId={cohortId}>
              <Log groupId={groupId} log={log} />
            </OpenCohortFields>
          )}
        </Loaded>
      </Section>
    </>
  );
}

type LogProps = { groupId: string; log: MeetingLog };

function Log({ groupId, log }: LogProps) {
  const [isRecording, setIsRecording] = useState(false);
  const { meetings, mayRecord } = log;
  return (
    <Stack gap="lg">
      <Summary log={log} />
      {isRecording ? (
        <MeetingForm
          mode="record"
          groupId={groupId}
          log={log}
          onClose={() => setIsRecording(false)}
        />
      ) : (
        <Group gap="sm" data-no-print>
          {mayRecord && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setIsRecording(true)}
            >
              Record a meeting
            </Button>
          )}
          {meetings.length > 0 && <Downloads groupId={groupId} />}
        </Group>
      )}
      {meetings.length === 0 && !isRecording && (
        <EmptyState title="No meetings yet">
          {mayRecord
            ? 'Record who came, what you decided and who does what next. The other side will be asked to confirm it.'
            : 'The group and its supervisor haven’t recorded any meetings.'}
        </EmptyState>
      )}
      {meetings.length > 0 && (
        <ul className="plain ruled" aria-label="Meetings">
          {meetings.map((meeting) => (
            <MeetingEntry key={meeting._id} meeting={meeting} groupId={groupId} log={log} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** How many meetings are confirmed, and who attended them. */
function Summary({ log: { confirmed, minimum, attendance } }: { log: MeetingLog }) {
  return (
    <>
      {minimum > 0 && (
        <Text
          size="sm"
          fw={600}
          c={confirmed < minimum ? 'var(--portal-accent-text)' : 'var(--mantine-color-success)'}
        >
          Before the viva: {formatMeetingCount(confirmed, minimum)}
        </Text>
      )}
      {confirmed > 0 && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            Attendance in confirmed meetings
          </Text>
          <dl className="facts">
            {attendance.map(({ memberId, name, summary }) => (
              <div key={memberId} style={{ display: 'contents' }}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>{summary}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

function Downloads({ groupId }: { groupId: string }) {
  const pdf = useDownload({ failure: 'Couldn’t download the meeting log' });
  const sheet = useDownload({ failure: 'Couldn’t export meetings' });
  const isRunning = pdf.progress.bytes !== undefined;
  const params = { groupId };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={
          isRunning ? pdf.progress.onCancel : () => pdf.download(exportMeetingLog, { params })
        }
      >
        {isRunning ? 'Cancel' : 'Meeting log to sign (PDF)'}
      </Button>
      <MoreMenu
        onlySaves
        download={{
          ...sheet.progress,
          onSave: (format) => sheet.download(exportMeetings, { params, query: { format } }),
        }}
      />
    </>
  );
}
