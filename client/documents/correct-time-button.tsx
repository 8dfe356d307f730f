import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useDeadlines, useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { call } from '#client/api/connection/call.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { ReasonDialog } from '#client/layout/reason-dialog.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { BidiSentence } from '#client/ui/sentence.tsx';
import { correctFileTime } from '#contract/admin/file-times.ts';
import { findBoard } from '#contract/board.ts';
import type { DocumentInfo } from '#contract/documents.ts';
import { findGroup, getGroup, listGroups } from '#contract/groups.ts';
import { listChanges } from '#contract/history.ts';
import { listSubmissions } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { formatWallClock, parseWallClock } from '#contract/values/wall-clock.ts';

type CorrectTimeButtonProps = { document: DocumentInfo; ownerName: string };

/** Lets an admin correct the time of a version. A version that was submitted again later has several times. */
export function CorrectTimeButton({ document, ownerName }: CorrectTimeButtonProps) {
  const zone = useTimeZone();
  const times = useTimes(document);
  const [about, setAbout] = useState<{ from: string }>();
  const name = `${useKindLabel()(document.kind)} of ${ownerName}, version ${document.version}`;
  const latest = times.at(-1)?.value ?? document.uploadedAt;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Correct time of ${name}`}
        onClick={() => setAbout({ from: latest })}
        data-no-print
      >
        Correct time
      </Button>
      <ReasonDialog
        about={about}
        onClose={() => setAbout(undefined)}
        ask={({ from }) => ({
          title: <BidiSentence text={`Correct time of ${name}`} />,
          explanation: (
            <>
              Use this if the server’s clock was wrong when the time was stored. The group is
              notified, and the correction appears in its history.
              <NativeSelect
                mt="sm"
                label="Stored time"
                data={times}
                value={from}
                onChange={(event) => setAbout({ from: event.currentTarget.value })}
              />
            </>
          ),
          field: {
            name: 'to',
            initial: formatWallClock(from, zone),
            findError: (typed) => (parseWallClock(typed, zone) ? null : 'Choose a date and time.'),
            render: (input) => (
              <DateTimeField
                label="Correct time"
                description={`In the department’s time zone (${zone})`}
                required
                {...input}
              />
            ),
          },
          schema: correctFileTime.body.shape.reason,
          description: 'Shown to everyone who can see the group’s history',
          action: 'Correct time',
          busyText: 'Saving…',
          failure: 'Couldn’t correct the time',
          send: (reason, typed, options) => {
            const body = { from, to: parseWallClock(typed, zone) ?? '', reason };
            return call(correctFileTime, { params: { documentId: document._id }, body }, options);
          },
          toastFor: adminToastDurationMs,
          invalidates: [listGroups, findGroup, getGroup, listChanges, listSubmissions, findBoard],
        })}
      />
    </>
  );
}

/** Returns the different times of a version, oldest first, with what happened at each. */
function useTimes({ uploadedAt, submissions }: DocumentInfo) {
  const zone = useTimeZone();
  const deadlines = useDeadlines();
  const events = [
    { at: uploadedAt, what: 'uploaded' },
    ...submissions.map(({ deadlineId, at }) => {
      const title = deadlines.find(({ _id }) => _id === deadlineId)?.title;
      return { at, what: title ? `submitted for ${title}` : 'submitted' };
    }),
  ];
  return [...Map.groupBy(events, ({ at }) => at)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([at, those]) => ({
      value: at,
      label: `${formatDateTime(at, zone)}: ${those.map(({ what }) => what).join(', ')}`,
    }));
}
