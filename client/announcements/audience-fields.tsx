import { Checkbox, Group, MultiSelect, Radio, Stack } from '@mantine/core';
import type { EndpointReply } from '#contract/endpoint.ts';
import { audienceRoles, type listAudiences } from '#contract/messages/announcements.ts';
import type { AnnouncementFormState } from './use-announcement-form.ts';

export type AudienceOptions = EndpointReply<typeof listAudiences>;

type AudienceFieldsProps = { form: AnnouncementFormState['form']; audiences: AudienceOptions };

const roles = Object.entries(audienceRoles);
const maxOptions = 50;

export function AudienceFields({ form, audiences }: AudienceFieldsProps) {
  const { to } = form.values;
  const all = audiences.groups.length === 1 ? '1 group' : `${audiences.groups.length} groups`;
  return (
    <>
      <Radio.Group label="For" {...form.getInputProps('to')}>
        <Stack gap="xs" mt="xs">
          <Radio value="cohort" label={`All groups of the session (${all})`} />
          <Radio value="programs" label="Some programs" />
          <Radio value="groups" label="Some groups" />
        </Stack>
      </Radio.Group>
      {to === 'programs' && (
        <Checkbox.Group
          label="Programs"
          required
          {...form.getInputProps('programs')}
          error={form.errors.programs ?? form.errors['audience.programs']}
        >
          <Group gap="lg" mt="xs">
            {audiences.programs.map(({ value, groups }) => (
              <Checkbox
                key={value}
                value={value}
                label={
                  <>
                    <bdi>{value}</bdi> ({groups})
                  </>
                }
              />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {to === 'groups' && (
        <MultiSelect
          label="Groups"
          required
          searchable
          limit={maxOptions}
          nothingFoundMessage="No matching groups"
          data={audiences.groups.map(({ _id, fypGroupName, fypTitle }) => ({
            value: _id,
            label: `${fypGroupName} · ${fypTitle}`,
          }))}
          {...form.getInputProps('groupIds')}
          error={form.errors.groupIds ?? form.errors['audience.groupIds']}
        />
      )}
      <Checkbox.Group label="Recipients" {...form.getInputProps('roles')}>
        <Group gap="lg" mt="xs">
          {roles.map(([value, label]) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </>
  );
}
