import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useSession } from '#client/api/session/session.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import type { getSetting, SettingName, saveSetting } from '#contract/settings/settings.ts';
import { settingForms } from './forms/forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import type { SettingFormValues } from './kit/form-context.ts';
import { sortByDate } from './kit/values.ts';
import { buildSettingRequest } from './setting-request.ts';
import { useKeptDueDates } from './use-earlier-dates.ts';
import { useRemovedEntries } from './use-removed-entries.ts';
import { buildSettingDraftKeys, readSettingDraft, useSettingDraft } from './use-setting-draft.ts';

export type Setting = EndpointReply<typeof getSetting>;

type SettingFormOptions = {
  name: SettingName;
  cohort: string | undefined;
  setting: Setting;
};

/** Returns `save`, and the questions that it asks before the setting is saved. */
function useSave(name: SettingName, cohort: string | undefined) {
  const earlierDates = useKeptDueDates(cohort);
  const removedEntries = useRemovedEntries();
  const save = async (version: number, input: unknown) => {
    const { value, toFormError } = buildSettingRequest(settingForms[name], input);
    try {
      const keepEarlier = name === 'deadlines' ? await earlierDates.ask(value) : undefined;
      const body = { version, value, keepEarlier };
      return await removedEntries.save({ params: { name }, query: { cohort }, body });
    } catch (error) {
      throw toFormError(error);
    }
  };
  return {
    save,
    earlierDates: earlierDates.question,
    removedEntries: removedEntries.question,
    removed: removedEntries.decisions,
  };
}

/** A marking scheme that the server did not save because it affects existing marks. */
type Affected = { milestones: AffectedMilestone[]; value: unknown };

function useAffected() {
  const [affected, setAffected] = useState<Affected>();
  const clear = () => setAffected(undefined);
  /** Runs `save`, and stores the milestones that prevent it. */
  const watch = async <T>(value: unknown, save: () => Promise<T>): Promise<T> => {
    clear();
    try {
      return await save();
    } catch (error) {
      const milestones = error instanceof Problem ? error.details.affected : undefined;
      if (milestones) setAffected({ milestones, value });
      throw error;
    }
  };
  // Report them only while the input equals the rejected scheme, because a new scheme may affect other marks.
  const find = (value: unknown) =>
    affected && isSame(affected.value, value) ? affected.milestones : undefined;
  return { clear, watch, find };
}

/** Makes the setting the saved state with which the form compares its input. */
function compareWith(
  form: Pick<UseFormReturnType<SettingFormValues>, 'setInitialValues' | 'setDirty'>,
  name: SettingName,
  { value }: Setting,
) {
  form.setInitialValues({ value: sortByDate(settingForms[name], value) });
  // Without this, the form keeps which fields differed from the earlier values.
  form.setDirty({});
}

/** `stale` is the server's message if another person has saved the setting since it was loaded. */
export function useSettingForm({ name, cohort, setting }: SettingFormOptions) {
  const draftKeys = buildSettingDraftKeys(useSession()?.userId, cohort, name);
  const [restored] = useState(() => readSettingDraft(draftKeys));
  const [savedSetting, setSavedSetting] = useState(setting);
  const [version, setVersion] = useState(restored?.version ?? setting.version);
  const [stale, setStale] = useState<string>();
  const affected = useAffected();
  const { save, ...questions } = useSave(name, cohort);
  const form = useSendForm<SettingFormValues, EndpointReply<typeof saveSetting>>({
    initialValues: { value: sortByDate(settingForms[name], setting.value) },
    // Validating on blur would clear the server's errors. What is typed during a save stays as an unsaved change.
    validateInputOnBlur: false,
    isOpenWhileSending: true,
    send: ({ value }) => {
      setStale(undefined);
      return affected.watch(value, () => save(version, value));
    },
    onDone: async ({ message, setting: saved }, { value: sent }) => {
      (isSame(form.getValues().value, sent) ? startFrom : continueFrom)(saved);
      toast.success(message, adminToastDurationMs);
      await invalidateSettings();
    },
    failure: 'Couldn’t save the setting. Your input is still here. Try again.',
    onFailure: (error, message) => {
      if (error instanceof Problem && error.code === 'stale-version') setStale(message);
    },
  });
  // Part of a React key. Incrementing it resets the form's lists, which hold state such as expanded items.
  const [round, setRound] = useState(0);
  /** Keeps the input, for example what was typed while the setting was saved. */
  const continueFrom = (next: Setting) => {
    compareWith(form, name, next);
    setSavedSetting(next);
    setVersion(next.version);
  };
  const startFrom = (next: Setting) => {
    continueFrom(next);
    form.reset();
    form.clearErrors();
    setStale(undefined);
    affected.clear();
    setRound((before) => before + 1);
  };
  const draft = useSettingDraft(draftKeys, restored, {
    form,
    version,
    show: (shown) => {
      if (!shown) return startFrom(savedSetting);
      form.setValues({ value: shown.value });
      setVersion(shown.version);
      setRound((before) => before + 1);
    },
  });
  const saveOver = (newest: Setting) => {
    setVersion(newest.version);
    setStale(undefined);
    form.clearErrors();
  };
  return {
    form,
    draft,
    stale,
    version,
    savedSetting,
    round,
    startFrom,
    saveOver,
    discard: () => startFrom(savedSetting),
    ...questions,
    affected: affected.find(form.values.value),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
