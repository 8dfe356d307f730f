import { Button, Checkbox, Group, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core';
import { call } from '#client/api/connection/call.ts';
import { useModules } from '#client/api/portal.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useRead } from '#client/api/use-read.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { deadlinesForm as deadlineFields } from '#client/settings/forms/deadlines.ts';
import { toKindOptions } from '#client/settings/forms/kinds.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import { FieldInput } from '#client/settings/kit/field-input.tsx';
import type { SelectOption } from '#client/settings/kit/fields.ts';
import { SettingFormProvider } from '#client/settings/kit/form-context.ts';
import { toRequestValue } from '#client/settings/kit/values.ts';
import { addYear } from '#client/settings/local-time.ts';
import { useRefetchedData } from '#client/settings/use-fresh-data.ts';
import { LeavePageDialog } from '#client/ui/dialog/leave-dialog.tsx';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { Section } from '#client/ui/section.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { addCohort, type Cohort } from '#contract/settings/cohorts.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { type KindSettings, listCohortKinds } from '#contract/settings/kinds.ts';
import { getSetting } from '#contract/settings/settings.ts';
import { getNextCohortCode, getNextCohortName } from './next-cohort.ts';

type NewCohortProps = { from: Cohort; onClose: () => void };

export function NewCohortSection({ from, onClose }: NewCohortProps) {
  const read = useRead(
    getSetting,
    { params: { name: 'deadlines' }, query: { cohort: from.code } },
    { failure: 'Couldn’t load the deadlines', staleTime: 0 },
  );
  const setting = useRefetchedData(read);
  const modules = useModules();
  // Deadlines may also name kinds of modules that are switched off, which `from.kinds` omits.
  const kinds = useRead(
    getSetting,
    { params: { name: 'kinds' }, query: { cohort: from.code } },
    { failure: 'Couldn’t load the kinds of files', staleTime: 0 },
  );
  const loaded = setting &&
    kinds.data && {
      before: setting.value as DeadlineSettings,
      kinds: toKindOptions(listCohortKinds(kinds.data.value as KindSettings), modules),
    };
  return (
    <Section
      title="Open a new session"
      description={
        <>
          It starts with the lists, cards, marking scheme and rules of <bdi>{from.name}</bdi>.
        </>
      }
    >
      <Loaded
        read={{ ...(kinds.data ? read : kinds), data: loaded }}
        loading={<LoadingLines lines={6} />}
      >
        {(copied) => <NewCohortForm from={from} {...copied} onClose={onClose} />}
      </Loaded>
    </Section>
  );
}

function useNewCohort({ from, before, onClose }: NewCohortProps & { before: DeadlineSettings }) {
  return useSendForm({
    initialValues: {
      name: getNextCohortName(from.name),
      code: getNextCohortCode(from.code),
      makeCurrent: false,
      deadlines: before.map((deadline) => ({
        ...deadline,
        due: addYear(deadline.due),
      })) as unknown,
    },
    validateInputOnBlur: false,
    send: ({ name, code, makeCurrent, deadlines }) =>
      call(addCohort, {
        body: {
          name,
          code,
          makeCurrent,
          from: from._id,
          deadlines: toRequestValue(deadlineFields, deadlines) as DeadlineSettings,
        },
      }),
    onDone: async ({ message }) => {
      toast.success(message, adminToastDurationMs);
      await invalidateSettings();
      onClose();
    },
    failure: 'Couldn’t open the session. Your input is still here. Try again.',
    isOnce: true,
  });
}

type NewCohortFormProps = NewCohortProps & { before: DeadlineSettings; kinds: SelectOption[] };

function NewCohortForm(props: NewCohortFormProps) {
  const { from, before, kinds, onClose } = props;
  const form = useNewCohort(props);
  const lists = {
    programs: from.programs.map(({ value }) => value),
    categories: [],
    supervisors: [],
    kinds,
    deadlines: [],
    milestones: [],
  };
  return (
    <form {...form.props} aria-label="Open a new session">
      <Stack gap="lg">
        <FormStatus {...form.status} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput
            label="Code"
            description="Part of its groups’ names, such as BSCS-2028-014. You can’t change it later."
            required
            {...form.getInputProps('code')}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <PreviousDeadlines name={from.name} deadlines={before} />
          <div>
            <Text size="sm" c="dimmed" mb="xs">
              Suggested dates, each a year later. The end of a month stays the end of the month.
              Change any that don’t fit.
            </Text>
            <SettingFormProvider
              value={{ form: form as never, lists, isReadOnly: false, isDirty: true }}
            >
              <FieldInput field={deadlineFields} path="deadlines" />
            </SettingFormProvider>
          </div>
        </SimpleGrid>
        <Checkbox
          label="Make it the current session now"
          description="The home page then shows its deadlines, and new proposals go to it."
          {...form.getInputProps('makeCurrent', { type: 'checkbox' })}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={form.isBusy}>
            Cancel
          </Button>
          <SubmitButton isBusy={form.isBusy} busyText="Opening the session…">
            Open the session
          </SubmitButton>
        </Group>
      </Stack>
      <LeavePageDialog
        when={form.isDirty() && !form.isDone}
        title="Leave without opening the session?"
        confirmLabel="Leave"
        cancelLabel="Stay"
      >
        Your changes will be lost.
      </LeavePageDialog>
    </form>
  );
}

function PreviousDeadlines({ name, deadlines }: { name: string; deadlines: DeadlineSettings }) {
  return (
    <div>
      <Text fw={600} mb="xs">
        Deadlines of <bdi>{name}</bdi>
      </Text>
      <Table aria-label={`Deadlines of ${name}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Deadline</Table.Th>
            <Table.Th>Due</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deadlines.map(({ id, title, due }) => (
            <Table.Tr key={id ?? title}>
              <Table.Td>{title}</Table.Td>
              <Table.Td>{due.replaceAll('-', '\u2011')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
