import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTimeZone } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { links } from '#contract/links.ts';
import { type Cohort, listCohorts } from '#contract/settings/cohorts.ts';
import { formatDate } from '#contract/values/time.ts';
import { CohortActions } from './cohort-actions.tsx';
import { NewCohortSection } from './new-cohort.tsx';

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function CohortList() {
  const read = useRead(listCohorts, {}, { failure: 'Couldn’t load the sessions' });
  const [isNew, setIsNew] = useState(false);
  return (
    <Loaded read={read} loading={<LoadingCards cards={2} height={120} />}>
      {({ cohorts }) => {
        const from = cohorts.find(({ isCurrent }) => isCurrent) ?? cohorts[0];
        return (
          <Stack gap="lg">
            {isNew && from ? (
              <NewCohortSection from={from} onClose={() => setIsNew(false)} />
            ) : (
              <Group>
                <Button
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={() => setIsNew(true)}
                >
                  Open a new session
                </Button>
              </Group>
            )}
            {cohorts.map((cohort) => (
              <CohortCard key={cohort._id} cohort={cohort} />
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function CohortCard({ cohort }: { cohort: Cohort }) {
  const zone = useTimeZone();
  const { name, code, isCurrent, takesProposals, closedAt, programs, deadlines } = cohort;
  const last = deadlines
    .map(({ due }) => due)
    .sort()
    .at(-1);
  return (
    <Section
      title={name}
      description={
        <Group gap="xs" component="span">
          {isCurrent && <Badge color="green">Current</Badge>}
          {takesProposals && !isCurrent && <Badge color="brass">Open for proposals</Badge>}
          {closedAt && <Badge color="gray">Closed on {formatDate(closedAt, zone)}</Badge>}
          <span>Code {code}</span>
        </Group>
      }
      actions={<CohortActions cohort={cohort} />}
    >
      <Text size="sm">
        {formatCount(programs.length, 'program')} and {formatCount(deadlines.length, 'deadline')}
        {last ? `, the last on ${formatDate(last, zone)}` : ''}.
      </Text>
      <Group gap="sm">
        <Button
          component={Link}
          to={links.cohortSetting('deadlines', code)}
          variant="default"
          size="xs"
        >
          Deadlines of <bdi>{name}</bdi>
        </Button>
        <Button
          component={Link}
          to={links.cohortSetting('scheme', code)}
          variant="default"
          size="xs"
        >
          Marking scheme of <bdi>{name}</bdi>
        </Button>
      </Group>
    </Section>
  );
}
