import { Group, Stack } from '@mantine/core';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { CohortPicker, useSettingsCohort } from './cohort-picker.tsx';
import { SettingsDownloadButton } from './files/download-files.tsx';
import { SettingsUploadForm } from './files/upload-files.tsx';

export const getPrefetchRequests: GetPrefetchRequests = () => [createPrefetchRequest(listCohorts)];

export function Component() {
  const { cohorts, cohort, pick } = useSettingsCohort();
  return (
    <>
      <PageHeader
        title="Files"
        description="All settings of the department and of one session as YAML files."
        actions={<CohortPicker cohorts={cohorts} value={cohort?.code} onPick={pick} />}
      />
      <Stack gap="lg">
        <Section
          title="Download"
          description="A zip of files that another portal can start with. Each file names its version."
        >
          <Group>
            <SettingsDownloadButton cohort={cohort?.code} />
          </Group>
        </Section>
        <Section
          title="Upload"
          description="The files are checked first: every error is listed with its file and line, and every difference from today’s settings. Nothing changes until you apply them."
        >
          <SettingsUploadForm cohort={cohort?.code} />
        </Section>
      </Stack>
    </>
  );
}
