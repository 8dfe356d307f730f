import { Anchor, Group } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { type FirstReads, first } from '#client/api/first-reads.ts';
import { pageAt, paths } from '#client/paths.ts';
import { CohortPicker, useCohort } from '#client/settings/cohort-picker.tsx';
import { SettingEditor } from '#client/settings/setting-editor.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { listCohorts } from '#contract/cohorts.ts';
import { type SettingName, settingNames, settings } from '#contract/settings.ts';
import { previews } from './settings/previews.tsx';

export const firstReads: FirstReads = () => [first(listCohorts)];

export function Component() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  const name = settingNames.find((one) => paths.setting(one) === page?.path);
  if (!name) return <Navigate to={paths.settings} replace />;
  return settings[name].scope === 'cohort' ? (
    <OfCohort key={name} name={name} />
  ) : (
    <>
      <Header name={name} />
      <SettingEditor key={name} name={name} cohort={undefined} preview={previews[name]} />
    </>
  );
}

const AllSettings = () => (
  <Anchor component={Link} to={paths.settings}>
    All settings
  </Anchor>
);

const Header = ({ name }: { name: SettingName }) => (
  <PageHeader title={settings[name].label} actions={<AllSettings />} />
);

function OfCohort({ name }: { name: SettingName }) {
  const { read, cohorts, cohort, pick } = useCohort();
  return (
    <>
      <PageHeader
        title={settings[name].label}
        actions={
          <Group align="flex-end" gap="lg">
            <CohortPicker cohorts={cohorts} value={cohort?.code} onPick={pick} />
            <AllSettings />
          </Group>
        }
      />
      <Loaded read={read} loading={<LoadingCards cards={2} />}>
        {() =>
          cohort ? (
            <SettingEditor key={cohort.code} name={name} cohort={cohort} preview={previews[name]} />
          ) : (
            <EmptyState title="There is no such cohort" drawing="search">
              Choose one above.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
