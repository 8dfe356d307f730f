import { Navigate, useLocation } from 'react-router';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { findPage } from '#client/route-table.ts';
import { CohortPicker, useSettingsCohort } from '#client/settings/cohort-picker.tsx';
import { SettingEditor } from '#client/settings/setting-editor.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { paths } from '#contract/paths.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { type SettingName, settingDefinitions, settingNames } from '#contract/settings/settings.ts';
import { settingPreviews } from './settings/previews.tsx';

export const getPrefetchRequests: GetPrefetchRequests = () => [createPrefetchRequest(listCohorts)];

export function Component() {
  const { pathname } = useLocation();
  const page = findPage(pathname);
  const name = settingNames.find((settingName) => paths.setting(settingName) === page?.path);
  if (!name) return <Navigate to={paths.settings} replace />;
  return settingDefinitions[name].scope === 'cohort' ? (
    <CohortSetting key={name} name={name} />
  ) : (
    <>
      <PageHeader title={settingDefinitions[name].label} />
      <SettingEditor key={name} name={name} cohort={undefined} preview={settingPreviews[name]} />
    </>
  );
}

function CohortSetting({ name }: { name: SettingName }) {
  const { read, cohorts, cohort, pick } = useSettingsCohort();
  return (
    <>
      <PageHeader
        title={settingDefinitions[name].label}
        actions={<CohortPicker cohorts={cohorts} value={cohort?.code} onPick={pick} />}
      />
      <Loaded read={read} loading={<LoadingCards cards={2} />}>
        {() =>
          cohort ? (
            <SettingEditor
              key={cohort.code}
              name={name}
              cohort={cohort}
              preview={settingPreviews[name]}
            />
          ) : (
            <EmptyState title="Session not found" drawing="search">
              Choose a session above.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
