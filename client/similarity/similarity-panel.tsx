import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useMatch } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import {
  formatFigures,
  formatPercent,
  maySaveMark,
  similarityEventLabels,
  similarityStateLabels,
  similarityStateSentences,
} from '#contract/rules/similarity.ts';
import { getSimilarity, type Similarity, type SimilarityEntry } from '#contract/similarity.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { DecisionForm } from './decision-form.tsx';
import { EnterForm } from './enter-form.tsx';
import type { GroupSimilarityProps, SimilarityFormProps } from './similarity-props.ts';

type SimilarityPanelProps = GroupSimilarityProps & { milestoneTitle: string };

export function SimilarityPanel({ group, milestoneTitle }: SimilarityPanelProps) {
  const read = useRead(
    getSimilarity,
    { params: { groupId: group._id } },
    { failure: 'Couldn’t load the similarity figures', staleTime: 0 },
  );
  return (
    <Section
      title="Similarity"
      description={
        <>
          The similarity report’s figures. You can save the mark for “<bdi>{milestoneTitle}</bdi>”
          once they’re confirmed and below the limits, or accepted with a reason.
        </>
      }
    >
      <Loaded read={read} loading={<LoadingLines lines={4} label="Loading the figures…" />}>
        {({ similarity }) =>
          similarity && (
            <OpenCohortFields cohortId={group.cohortId}>
              <Figures group={group} similarity={similarity} />
            </OpenCohortFields>
          )
        }
      </Loaded>
    </Section>
  );
}

type FiguresProps = GroupSimilarityProps & { similarity: Similarity };

function Figures({ group, similarity }: FiguresProps) {
  const { state, entries, report, revision } = similarity;
  const isGroupPage = useMatch(paths.groupRoute) !== null;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Badge color={maySaveMark(state) ? 'green' : 'brass'}>{similarityStateLabels[state]}</Badge>
        {report && (
          <Anchor
            component={Link}
            to={links.groupDocument(group.fypGroupName, report.documentId)}
            // On the group page, the report opens beside the figures.
            preventScrollReset={isGroupPage}
            size="sm"
            data-no-print
          >
            Read the report (version {report.version})
          </Anchor>
        )}
      </Group>
      <Text size="sm">{similarityStateSentences[state]}</Text>
      <Limits similarity={similarity} />
      {/* Remount the forms with each entry, so that they start from the current figures. */}
      <Stack key={revision} gap="md" maw="36rem">
        <Forms groupId={group._id} similarity={similarity} />
      </Stack>
      {entries.length > 0 && (
        <ul className="plain ruled" aria-label="Entries of similarity">
          {entries.map((entry) => (
            <Entry key={entry.at + entry.event} entry={entry} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function Limits({ similarity: { limits, entries } }: { similarity: Similarity }) {
  const [last] = entries;
  const rows = [
    { label: 'Overall', figure: last?.overall, limit: limits.overall },
    { label: 'Highest single source', figure: last?.singleSource, limit: limits.singleSource },
  ];
  return (
    <dl className="facts">
      {rows.map(({ label, figure, limit }) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>
            {figure === undefined ? 'not entered' : formatPercent(figure)}, must be below{' '}
            {formatPercent(limit)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Forms(props: SimilarityFormProps) {
  const { state, actions } = props.similarity;
  const [opened, setOpened] = useState<'confirm' | 'decide'>();
  if (actions.includes('enter')) return <EnterForm {...props} />;
  const form =
    opened ?? (state === 'unconfirmed' ? 'confirm' : state === 'exceeded' ? 'decide' : undefined);
  const mayOpen = (action: 'confirm' | 'decide') => actions.includes(action) && form !== action;
  return (
    <>
      {form === 'confirm' && actions.includes('confirm') && <ConfirmForm {...props} />}
      {form === 'decide' && actions.includes('decide') && <DecisionForm {...props} />}
      {(mayOpen('confirm') || mayOpen('decide')) && (
        <Group gap="xs" data-no-print>
          {mayOpen('confirm') && (
            <Button size="xs" variant="default" onClick={() => setOpened('confirm')}>
              Correct the figures
            </Button>
          )}
          {mayOpen('decide') && (
            <Button size="xs" variant="default" onClick={() => setOpened('decide')}>
              {state === 'exceeded' ? 'Accept or return the thesis' : 'Change the decision'}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}

function Entry({ entry }: { entry: SimilarityEntry }) {
  const zone = useTimeZone();
  const { event, by, at, reason, reportVersion } = entry;
  return (
    <li>
      <Text size="sm">
        {formatFigures(entry)}: {similarityEventLabels[event]}
      </Text>
      {reason && (
        <Text size="sm" className="typed">
          {reason}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="breakable">
        <bdi>{by}</bdi>, {formatDateTime(at, zone)}, report version {reportVersion}
      </Text>
    </li>
  );
}
