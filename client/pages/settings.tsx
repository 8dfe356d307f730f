import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type FirstReads, first } from '#client/api/first-reads.ts';
import { paths } from '#client/paths.ts';
import { CohortPicker, useCohort } from '#client/settings/cohort-picker.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { Section } from '#client/ui/section.tsx';
import { listCohorts } from '#contract/cohorts.ts';
import { type SettingName, settingNames, settings } from '#contract/settings.ts';

const descriptions: Record<SettingName, string> = {
  department: 'Name, university, office, logo and colour.',
  home: 'Welcome, slides and messages.',
  faq: 'Sections, questions and answers.',
  courses: 'Topics, courses and the rule of certificates.',
  developers: 'Who made the portal.',
  emails: 'Subjects and words of what the portal sends, with a preview.',
  choices: 'What a proposal chooses from.',
  categories: 'Kinds of projects, with tools and supervisors.',
  deadlines: 'What is due when, and what is handed in.',
  reminders: 'When groups are reminded, and who decides on extensions.',
  scheme: 'What is marked, how much it counts, and who marks it.',
  groups: 'Size of a group, phones, roll numbers, and questions before the form.',
};

export const firstReads: FirstReads = () => [first(listCohorts)];

export function Component() {
  const { cohorts, cohort, pick } = useCohort();
  return (
    <>
      <PageHeader
        title="Settings"
        description="What the portal says of the department, and what each cohort is asked for. Everybody sees a change within seconds, and every version is kept."
        actions={
          <Anchor component={Link} to={paths.admin}>
            Admin panel
          </Anchor>
        }
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title="Department">
          <Links scope="department" />
        </Section>
        <Section
          title="Cohort"
          actions={<CohortPicker cohorts={cohorts} value={cohort?.code} onPick={pick} />}
        >
          <Links scope="cohort" cohort={cohort?.isCurrent ? undefined : cohort?.code} />
        </Section>
        <Section title="Cohorts">
          <Entry to={paths.cohorts} label="Cohorts">
            Open next year’s from this year’s, choose the current one, rename, close and reopen.
          </Entry>
        </Section>
        <Section title="Files">
          <Entry to={paths.settingsFiles} label="Files">
            All settings as YAML files, to keep, to copy to another portal, or to edit elsewhere.
          </Entry>
        </Section>
      </SimpleGrid>
    </>
  );
}

function Links({ scope, cohort }: { scope: 'department' | 'cohort'; cohort?: string | undefined }) {
  return (
    <Stack gap="md">
      {settingNames
        .filter((name) => settings[name].scope === scope)
        .map((name) => (
          <Entry key={name} to={paths.setting(name, cohort)} label={settings[name].label}>
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
