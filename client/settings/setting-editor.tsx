import { Alert } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { Cohort } from '#contract/settings/cohorts.ts';
import type { DeadlineSettings, ProposalChoices } from '#contract/settings/department.ts';
import { getSetting, type SettingName } from '#contract/settings/settings.ts';
import { formOptionLists } from './forms/forms.ts';
import type { OptionLists } from './kit/fields.ts';
import { type RenderPreview, SettingForm } from './setting-form.tsx';
import { useRefetchedData } from './use-fresh-data.ts';
import type { Setting } from './use-setting-form.ts';

type SettingEditorProps = {
  name: SettingName;
  /** Undefined for a setting that applies to the whole department. */
  cohort: Cohort | undefined;
  preview?: RenderPreview | undefined;
};

const settingFailure = 'The setting could not be loaded.';

/** Loads one of the cohort's lists, but only if the setting's form takes options from that list. */
function useList(name: SettingName, list: 'choices' | 'deadlines', cohort: string | undefined) {
  const isWanted = formOptionLists[name]?.includes(list) ?? false;
  const read = useRead(
    getSetting,
    { params: { name: list }, query: { cohort } },
    { failure: `The ${list} that this form needs could not be loaded.`, isWanted },
  );
  return { ...read, isMissing: isWanted && read.data === undefined };
}

/** Loads the lists that provide the form's options. `missing` is the query of the first required list without data. */
function useLists(name: SettingName, cohort: string | undefined) {
  const reads = [useList(name, 'choices', cohort), useList(name, 'deadlines', cohort)] as const;
  const choices = reads[0].data?.value as ProposalChoices | undefined;
  const deadlines = reads[1].data?.value as DeadlineSettings | undefined;
  const lists: OptionLists = {
    programs: choices?.programs.map(({ value }) => value) ?? [],
    categories: choices?.categories ?? [],
    supervisors: choices?.supervisors ?? [],
    deadlines:
      deadlines?.flatMap(({ id, title }) => (id ? [{ value: id, label: title }] : [])) ?? [],
  };
  return { lists, missing: reads.find(({ isMissing }) => isMissing) };
}

/** Loads a setting and shows its form. Requires a React key that is unique to the setting and the cohort. */
export function SettingEditor({ name, cohort, preview }: SettingEditorProps) {
  const { lists, missing } = useLists(name, cohort?.code);
  const read = useRead(
    getSetting,
    { params: { name }, query: { cohort: cohort?.code } },
    { failure: settingFailure, staleTime: 0 },
  );
  const setting = useRefetchedData<Setting>(read);
  const isReadOnly = Boolean(cohort?.closedAt);
  return (
    <Loaded
      read={{ ...(missing ?? read), data: missing ? undefined : setting }}
      loading={<LoadingCards cards={2} />}
    >
      {(value) => (
        <>
          {isReadOnly && (
            <Alert color="brass" mb="lg">
              {cohort?.name} is closed: its settings can be read, and nothing in it can be changed.
              Reopen it to change them.
            </Alert>
          )}
          <SettingForm
            name={name}
            cohort={cohort?.code}
            setting={value}
            lists={lists}
            isReadOnly={isReadOnly}
            preview={preview}
          />
        </>
      )}
    </Loaded>
  );
}
