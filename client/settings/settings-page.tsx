import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useModules } from '#client/api/portal.ts';
import { createPrefetchRequest, type GetPrefetchRequests } from '#client/api/prefetch-requests.ts';
import { findPage } from '#client/route-table.ts';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { links } from '#contract/links.ts';
import { paths } from '#contract/paths.ts';
import { listCohorts } from '#contract/settings/cohorts.ts';
import { isModuleEnabled } from '#contract/settings/modules.ts';
import { type SettingName, settingDefinitions, settingNames } from '#contract/settings/settings.ts';
import { CohortPicker, useSettingsCohort } from './cohort-picker.tsx';
import { SettingsDownloadButton } from './download-button.tsx';

const descriptions: Record<SettingName, string> = {
  department: 'Names, menu labels, office, logo and colour.',
  modules: 'Parts of the portal that the department uses.',
  home: 'Welcome, slides and messages.',
  faq: 'Sections, questions and answers.',
  help: 'How to do the most common things, for each role.',
  courses: 'Topics, courses and required certificates.',
  developers: 'The people who built the portal.',
  emails: 'Subjects and texts of emails, with a preview.',
  choices: 'Choices in the proposal form.',
  categories: 'Kinds of projects, with tools and supervisors.',
  kinds: 'Titles, types and sizes of the files that students submit.',
  deadlines: 'Due dates and submissions.',
  reminders: 'When groups are reminded, and who decides on extensions.',
  scheme: 'Milestones, weights and markers.',
  groups: 'Group size, phone and roll numbers, and eligibility questions.',
  outcomes: 'Evidence for accreditation: outcomes, their milestones and thresholds.',
};

export const getPrefetchRequests: GetPrefetchRequests = () => [createPrefetchRequest(listCohorts)];

export function Component() {
  const { cohorts, cohort, pick } = useSettingsCohort();
  return (
    <>
      <PageHeader
        title="Settings"
        description="Changes take effect within seconds, and every version is kept."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="All sessions">
          <Links scope="department" />
        </Section>
        <Section
          title="One session"
          actions={<CohortPicker cohorts={cohorts} value={cohort?.code} onPick={pick} />}
        >
          <Links scope="cohort" cohort={cohort?.isCurrent ? undefined : cohort?.code} />
        </Section>
        <Section title="Portal">
          <Stack gap="md">
            <Entry to={paths.cohorts} label="Sessions">
              Open the next session, choose the current one, rename, close and reopen.
            </Entry>
            <Entry to={paths.installation} label="Installation">
              Mail server, confirmation of accounts, URL, time zone and size limits.
            </Entry>
            <div>
              <SettingsDownloadButton cohort={cohort?.code} />
              <Text size="sm" c="dimmed" mt={4}>
                All settings as YAML files, with those of {cohort?.name ?? 'the current session'}. A
                new portal, such as another department’s, can start with them.
              </Text>
            </div>
          </Stack>
        </Section>
      </SimpleGrid>
    </>
  );
}

function Links({ scope, cohort }: { scope: 'department' | 'cohort'; cohort?: string | undefined }) {
  const modules = useModules();
  const isInUse = (name: SettingName) =>
    isModuleEnabled(modules, findPage(paths.setting(name))?.module);
  return (
    <Stack gap="md">
      {settingNames
        .filter((name) => settingDefinitions[name].scope === scope && isInUse(name))
        .map((name) => (
          <Entry
            key={name}
            to={links.cohortSetting(name, cohort)}
            label={settingDefinitions[name].label}
          >
            {descriptions[name]}
          </Entry>
        ))}
    </Stack>
  );
}

function Entry({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <div>
      <Anchor component={Link} to={to} fw={600}>
        {label}
      </Anchor>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}
