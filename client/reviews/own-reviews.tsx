import { Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { lazyPart } from '#client/layout/lazy-part.tsx';
import { useLastDefined } from '#client/ui/dialog/use-last-defined.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import {
  listOwnReviews,
  type MarkReview,
  type ReviewableMark,
} from '#contract/students/reviews.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { formatDecision } from './format-decision.ts';

const RequestDialog = lazyPart(async () => (await import('./request-dialog.tsx')).RequestDialog);

/** Lists the student's marks that can be reviewed, and the requests with their decisions. */
export function OwnReviews({ groupId }: { groupId: string }) {
  const read = useRead(
    listOwnReviews,
    { params: { groupId } },
    { failure: 'Couldn’t load your mark reviews', staleTime: 0 },
  );
  const [asked, setAsked] = useState<ReviewableMark>();
  const wasAsked = useLastDefined(asked) !== undefined;
  return (
    <Section
      title="Reviews of marks"
      description="If you think a mark is wrong, request a review. Someone other than the marker decides, and the mark may go up or down. Each mark can be reviewed once."
    >
      <Loaded read={read} loading={<LoadingLines lines={2} label="Loading the reviews…" />}>
        {({ reviewable, reviews }) => (
          <ul className="plain ruled" aria-label="Reviews of marks">
            {reviews.map((review) => (
              <ReviewRow key={review._id} review={review} />
            ))}
            {reviewable.map((mark) => (
              <ReviewableRow key={mark.milestone} mark={mark} onAsk={() => setAsked(mark)} />
            ))}
            {reviews.length + reviewable.length === 0 && (
              <li>
                <Text c="dimmed">None of your marks can be reviewed right now.</Text>
              </li>
            )}
          </ul>
        )}
      </Loaded>
      {wasAsked && (
        <Suspense>
          <RequestDialog groupId={groupId} mark={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Section>
  );
}

function ReviewableRow({ mark, onAsk }: { mark: ReviewableMark; onAsk: () => void }) {
  const zone = useTimeZone();
  const { title, marks, total, until } = mark;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 16rem" miw={0}>
          <Text fw={600} className="breakable">
            <bdi>{title}</bdi>: {marks} of {total}
          </Text>
          <Text size="sm" c="dimmed">
            Until {formatDateTime(until, zone)}
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          aria-label={`Request review of ${title}`}
          onClick={onAsk}
        >
          Request review…
        </Button>
      </Group>
    </li>
  );
}

function ReviewRow({ review }: { review: MarkReview }) {
  const zone = useTimeZone();
  const { title, reason, requestedAt, decidedAt, decidedBy, decisionReason } = review;
  return (
    <li>
      <Stack gap={2} miw={0}>
        <Text fw={600} className="breakable">
          <bdi>{title}</bdi>: {formatDecision(review)}
        </Text>
        <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-line' }}>
          You on {formatDateTime(requestedAt, zone)}: <bdi>{reason}</bdi>
        </Text>
        {decidedAt && (
          <Text size="sm" className="breakable" style={{ whiteSpace: 'pre-line' }}>
            <bdi>{decidedBy}</bdi> on {formatDateTime(decidedAt, zone)}: <bdi>{decisionReason}</bdi>
          </Text>
        )}
      </Stack>
    </li>
  );
}
