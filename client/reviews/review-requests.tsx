import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { ListSection } from '#client/ui/list/list-section.tsx';
import { links } from '#contract/links.ts';
import { listReviews, type MarkReview } from '#contract/students/reviews.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { type AskedDecision, DecisionDialog } from './decision-dialog.tsx';

/** Lists the requests that wait for an admin. */
export function ReviewRequests() {
  const read = useRead(
    listReviews,
    {},
    { failure: 'Couldn’t load the review requests', staleTime: 0 },
  );
  const [asked, setAsked] = useState<AskedDecision>();
  return (
    <>
      <ListSection
        id="reviews"
        title="Reviews of marks"
        read={{ ...read, data: read.data?.reviews }}
      >
        {(reviews) => (
          <ul className="plain ruled" aria-label="Reviews of marks">
            {reviews.map((review) => (
              <li key={review._id}>
                <Group justify="space-between" gap="sm">
                  <RequestDetails {...review} />
                  {review.mayDecide && <Decisions review={review} onAsk={setAsked} />}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </ListSection>
      <DecisionDialog asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

type DecisionsProps = { review: MarkReview; onAsk: (asked: AskedDecision) => void };

function Decisions({ review, onAsk }: DecisionsProps) {
  const about = `${review.title} of ${review.memberName}`;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={`Keep the mark for ${about}`}
        onClick={() => onAsk({ review, decision: 'kept' })}
      >
        Keep…
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Change the mark for ${about}`}
        onClick={() => onAsk({ review, decision: 'changed' })}
      >
        Change…
      </Button>
    </Group>
  );
}

function RequestDetails(review: MarkReview) {
  const zone = useTimeZone();
  const { fypGroupName, memberName, title, total, marks, marksBefore } = review;
  const { markedBy, reason, requestedAt, mayDecide } = review;
  return (
    <Stack gap={2} flex="1 1 18rem" miw={0}>
      <Text fw={600} className="breakable">
        <bdi>{memberName}</bdi>,{' '}
        <Anchor component={Link} to={links.groupTab(fypGroupName, 'marks')} inherit>
          <bdi>{fypGroupName}</bdi>
        </Anchor>
        : <bdi>{title}</bdi>
      </Text>
      <Text size="sm" className="breakable">
        {marks ?? 'not marked'}
        {total !== null && ` of ${total}`}, marked by <bdi>{markedBy}</bdi>
        {marks !== marksBefore && `. It was ${marksBefore} when the review was requested`}
      </Text>
      <Text size="sm" c="dimmed" className="breakable" style={{ whiteSpace: 'pre-line' }}>
        {formatDateTime(requestedAt, zone)}: <bdi>{reason}</bdi>
      </Text>
      {!mayDecide && (
        <Text size="sm" c="dimmed">
          You gave this mark, so another admin decides.
        </Text>
      )}
    </Stack>
  );
}
