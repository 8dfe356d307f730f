import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#client/api/queries.ts';
import { useRead } from '#client/api/use-read.ts';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import type { Cohort } from '#contract/cohorts.ts';
import type { Choices, LocalDeadlines } from '#contract/content.ts';
import { getSetting, type SettingName } from '#contract/settings.ts';
import { listsOf } from './forms/forms.ts';
import type { Lists } from './kit/fields.ts';
import { type PreviewOf, SettingForm } from './setting-form.tsx';
import { useFresh } from './use-fresh.ts';
import type { Setting } from './use-setting-form.ts';

type SettingEditorProps = {
  name: SettingName;
  /** Undefined for what is the whole department's. */
  cohort: Cohort | undefined;
  preview?: PreviewOf | undefined;
};

const settingFailure = 'The setting could not be loaded.';

/** What the cards, deadlines and milestones of a cohort choose from. */
function useLists(name: SettingName, cohort: string | undefined): Lists {
  const wanted = listsOf[name] ?? [];
  const read = (list: 'choices' | 'deadlines') => ({
    ...query(getSetting, { params: { name: list }, query: { cohort } }),
    enabled: wanted.includes(list),
  });
  const choices = useQuery(read('choices')).data?.value as Choices | undefined;
  const deadlines = useQuery(read('deadlines')).data?.value as LocalDeadlines | undefined;
  return {
    programs: choices?.programs.map(({ value }) => value) ?? [],
    categories: choices?.categories ?? [],
    supervisors: choices?.supervisors ?? [],
    deadlines:
      deadlines?.flatMap(({ id, title }) => (id ? [{ value: id, label: title }] : [])) ?? [],
  };
}

/** Reads a setting and shows its form. Give it a key for each setting and cohort. */
export function SettingEditor({ name, cohort, preview }: SettingEditorProps) {
  const lists = useLists(name, cohort?.code);
  const read = useRead(
    getSetting,
    { params: { name }, query: { cohort: cohort?.code } },
    { failure: settingFailure, staleTime: 0 },
  );
  const setting = useFresh<Setting>(read);
  const isReadOnly = Boolean(cohort?.closedAt);
  return (
    <Loaded read={{ ...read, data: setting }} loading={<LoadingCards cards={2} />}>
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
