import { Box, Group, Tabs, Text, VisuallyHidden } from '@mantine/core';
import { useHasViva } from '#client/api/cohorts/cohort-content.ts';
import { OpenCohortFields } from '#client/layout/open-cohort-fields.tsx';
import { GroupEditorMember } from './group-editor-member.tsx';
import { GroupEditorProject } from './group-editor-project.tsx';
import { GroupEditorViva } from './group-editor-viva.tsx';
import { getEditorTab, type useGroupEditor } from './use-group-editor.ts';

/** In a closed cohort the fields are disabled, but the tabs open. */
export function GroupEditorTabs({ editor }: { editor: ReturnType<typeof useGroupEditor> }) {
  const { form, base, tab, setTab, edited, sharedStaff } = editor;
  const hasViva = useHasViva();
  const members = form.values.fypGroupMembers;
  const invalid = new Set(Object.keys(form.errors).map(getEditorTab));
  const touched = new Set(edited.map(getEditorTab));
  const tabs = [
    { value: 'project', name: 'Project' },
    ...members.map(({ name }, index) => ({
      value: `fypGroupMembers.${index}`,
      name: name.trim() || `Member ${index + 1}`,
    })),
  ];
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List aria-label="Project and members">
        {tabs.map(({ value, name }) => (
          <Tabs.Tab key={value} value={value} maw="100%">
            <TabLabel name={name} hasErrors={invalid.has(value)} isEdited={touched.has(value)} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="project" pt="lg">
        <OpenCohortFields cohortId={base.cohortId}>
          <GroupEditorProject form={form} stored={base} sharedStaff={sharedStaff} />
          {hasViva && <GroupEditorViva form={form} />}
        </OpenCohortFields>
      </Tabs.Panel>
      {members.map(({ _id }, index) => (
        <Tabs.Panel key={_id} value={`fypGroupMembers.${index}`} pt="lg">
          <OpenCohortFields cohortId={base.cohortId}>
            <GroupEditorMember form={form} index={index} stored={base} />
          </OpenCohortFields>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type TabLabelProps = { name: string; hasErrors: boolean; isEdited: boolean };

/** A dot marks unsaved changes. It is red if the tab contains errors. */
function TabLabel({ name, hasErrors, isEdited }: TabLabelProps) {
  const state = hasErrors ? 'has errors' : isEdited ? 'has unsaved changes' : undefined;
  return (
    <Group gap={6} wrap="nowrap">
      <Text span inherit truncate maw="11rem">
        {name}
      </Text>
      {state && (
        <>
          <Box
            component="span"
            flex="none"
            w="0.5rem"
            h="0.5rem"
            bdrs="50%"
            bg={hasErrors ? 'var(--mantine-color-error)' : 'brass.5'}
            aria-hidden
          />
          <VisuallyHidden>({state})</VisuallyHidden>
        </>
      )}
    </Group>
  );
}
