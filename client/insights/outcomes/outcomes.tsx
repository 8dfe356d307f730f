import { Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import classes from '#client/insights/insights.module.css';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findOutcomes } from '#contract/admin/outcomes.ts';
import { links } from '#contract/links.ts';
import { AttainmentSection } from './attainment-section.tsx';
import { StudentsSection } from './students-section.tsx';
import { TrendSection } from './trend-section.tsx';
import { useOutcomesUrlState } from './use-outcomes-address.ts';

export function Outcomes() {
  const address = useOutcomesUrlState();
  const read = useRead(
    findOutcomes,
    { query: address.cohort },
    { failure: 'Couldn’t load the learning outcomes', keepsPrevious: true, staleTime: 0 },
  );
  return (
    <Loaded read={read} loading={<LoadingCards cards={2} />}>
      {(outcomes) =>
        outcomes.clos.length === 0 ? (
          <EmptyState title="No learning outcomes defined">
            Define course learning outcomes with their milestones under{' '}
            <Anchor component={Link} to={links.cohortSetting('outcomes', address.cohort.cohort)}>
              Settings, Learning outcomes
            </Anchor>
            .
          </EmptyState>
        ) : (
          <Stack gap="lg" className={classes.page}>
            <AttainmentSection outcomes={outcomes} address={address} />
            <StudentsSection outcomes={outcomes} address={address} />
            {outcomes.hasTrend && <TrendSection program={address.program} />}
          </Stack>
        )
      }
    </Loaded>
  );
}
