import { Alert } from '@mantine/core';
import { useModules } from '#client/api/portal.ts';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { listMilestones, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { Cohort } from '#contract/settings/cohorts.ts';
import type { DeadlineSettings, ProposalChoices } from '#contract/settings/department.ts';
import {
  defaultKindSettings,
  type KindSettings,
  listCohortKinds,
} from '#contract/settings/kinds.ts';
import { getSetting, type SettingName } from '#contract/settings/settings.ts';
import { formOptionLists, type OptionList } from './forms/forms.ts';
import { toKindOptions } from './forms/kinds.ts';
import type { OptionLists } from './kit/fields.ts';
import { RulePlaceholders, useRuleValues, withRuleValues } from './rule-placeholders.tsx';
import { type RenderPreview, SettingForm } from './setting-form.tsx';
import { useRefetchedData } from './use-fresh-data.ts';
import type { Setting } from './use-setting-form.ts';

type SettingEditorProps = {
  name: SettingName;
  /** Undefined for a setting that applies to the whole department. */
  cohort: Cohort | undefined;
  preview?: RenderPreview | undefined;
};

const settingFailure = 'Couldn’t load the setting';

/** Loads one of the cohort's lists, but only if the setting's form takes options from that list. */
function useList(name: SettingName, list: OptionList, cohort: string | undefined) {
  const isWanted = formOptionLists[name]?.includes(list) ?? false;
  const read = useRead(
    getSetting,
    { params: { name: list }, query: { cohort } },
    { failure: `Couldn’t load the ${list} that this form needs`, isWanted },
  );
  return { ...read, isMissing: isWanted && read.data === undefined };
}

/** Loads the lists that provide the form's options. `missing` is the query of the first required list without data. */
function useLists(name: SettingName, cohort: string | undefined) {
  const reads = [
    useList(name, 'choices', cohort),
    useList(name, 'kinds', cohort),
    useList(name, 'deadlines', cohort),
    useList(name, 'scheme', cohort),
  ] as const;
  const choices = reads[0].data?.value as ProposalChoices | undefined;
  const kinds = reads[1].data?.value as KindSettings | undefined;
  const deadlines = reads[2].data?.value as DeadlineSettings | undefined;
  const scheme = reads[3].data?.value as MarkingScheme | undefined;
  const lists: OptionLists = {
    programs: choices?.programs.map(({ value }) => value) ?? [],
    categories: choices?.categories ?? [],
    supervisors: choices?.supervisors ?? [],
    kinds: toKindOptions(listCohortKinds(kinds ?? defaultKindSettings), useModules()),
    deadlines:
      deadlines?.flatMap(({ id, title }) => (id ? [{ value: id, label: title }] : [])) ?? [],
    milestones:
      scheme === undefined
        ? []
        : listMilestones(scheme).map(({ key, title }) => ({ value: key, label: title })),
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
  const ruleValues = useRuleValues(name);
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
              {cohort?.name} is closed, so you can read its settings but not change them. Reopen it
              to make changes.
            </Alert>
          )}
          {ruleValues && <RulePlaceholders values={ruleValues} />}
          <SettingForm
            name={name}
            cohort={cohort?.code}
            setting={value}
            lists={lists}
            isReadOnly={isReadOnly}
            preview={withRuleValues(preview, ruleValues)}
          />
        </>
      )}
    </Loaded>
  );
}
