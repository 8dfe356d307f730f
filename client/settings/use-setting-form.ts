import { useEffect, useState } from 'react';
import { z } from 'zod';
import { call } from '#client/api/connection/call.ts';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import { useSession } from '#client/api/session/session.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import { type getSetting, type SettingName, saveSetting } from '#contract/settings/settings.ts';
import { settingForms } from './forms/forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import type { SettingFormValues } from './kit/form-context.ts';
import { toRequestValue } from './kit/values.ts';
import { useKeptDueDates } from './use-earlier-dates.ts';

export type Setting = EndpointReply<typeof getSetting>;

/** Adds the prefix `value` to the server's field paths, because the form wraps the setting in an object. */
function prefixPaths(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.details.fields) return error;
  const fields = Object.entries(error.details.fields).map(([path, message]) => [
    `value.${path}`,
    message,
  ]);
  return new Problem(error.code, error.message, {
    ...error.details,
    fields: Object.fromEntries(fields),
  });
}

type SettingFormOptions = {
  name: SettingName;
  cohort: string | undefined;
  setting: Setting;
};

/** An unsaved value of a setting, and the version on which it is based. The value may be invalid. */
const StoredDraft = z.object({ version: z.int(), value: z.unknown() });
const drafts = createBrowserStore('session', (stored) => StoredDraft.safeParse(stored).data);

function useStoredDraft(
  key: string,
  form: { isDirty: () => boolean; values: SettingFormValues },
  version: number,
) {
  const { value } = form.values;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (isDirty) drafts.write(key, { version, value });
    else drafts.remove(key);
  }, [key, isDirty, value, version]);
}

function useRestoredDraft(
  draft: z.infer<typeof StoredDraft> | undefined,
  { setValues }: { setValues: (values: SettingFormValues) => void },
  setRound: (round: number) => void,
) {
  useEffect(() => {
    if (!draft) return;
    setValues({ value: draft.value });
    setRound(1);
  }, [draft, setValues, setRound]);
}

/** A marking scheme that the server did not save because it affects existing marks. */
type Affected = { milestones: AffectedMilestone[]; value: unknown };

/** `stale` is the server's message if another person has saved the setting since it was loaded. */
export function useSettingForm({ name, cohort, setting }: SettingFormOptions) {
  const key = `draft:setting:${useSession()?.userId}:${cohort ?? ''}:${name}`;
  const [draft] = useState(() => drafts.read(key));
  const [savedSetting, setSavedSetting] = useState(setting);
  const [version, setVersion] = useState(draft?.version ?? setting.version);
  const [stale, setStale] = useState<string>();
  const [affected, setAffected] = useState<Affected>();
  const earlierDates = useKeptDueDates(cohort);
  const form = useSendForm<SettingFormValues, EndpointReply<typeof saveSetting>>({
    initialValues: { value: setting.value },
    // Do not validate on blur, because that would clear the server's errors before the user changes the fields.
    validateInputOnBlur: false,
    send: async ({ value }) => {
      setStale(undefined);
      setAffected(undefined);
      form.clearErrors();
      const body = { version, value: toRequestValue(settingForms[name], value) };
      try {
        const keepEarlier = name === 'deadlines' ? await earlierDates.ask(body.value) : undefined;
        const input = { params: { name }, query: { cohort }, body: { ...body, keepEarlier } };
        return await call(saveSetting, input);
      } catch (error) {
        const milestones = error instanceof Problem ? error.details.affected : undefined;
        if (milestones) setAffected({ milestones, value });
        throw prefixPaths(error);
      }
    },
    onDone: async ({ message, setting: saved }) => {
      startFrom(saved);
      toast.success(message, adminToastDurationMs);
      await invalidateSettings();
    },
    failure: 'The setting could not be saved. Your input is still here. Try again.',
    onFailure: (error, message) => {
      if (error instanceof Problem && error.code === 'stale-version') setStale(message);
    },
  });
  // Part of a React key. Incrementing it resets the form's lists, which hold state such as expanded items.
  const [round, setRound] = useState(0);
  useRestoredDraft(draft, form, setRound);
  useStoredDraft(key, form, version);
  const startFrom = (next: Setting) => {
    form.setInitialValues({ value: next.value });
    form.setValues({ value: next.value });
    form.clearErrors();
    setSavedSetting(next);
    setVersion(next.version);
    setStale(undefined);
    setAffected(undefined);
    setRound((before) => before + 1);
  };
  const saveOver = (newest: Setting) => {
    setVersion(newest.version);
    setStale(undefined);
    form.clearErrors();
  };
  // Report affected marks only while the input equals the rejected scheme: a new scheme may affect other marks.
  const isRefused = affected !== undefined && isSame(affected.value, form.values.value);
  return {
    form,
    stale,
    version,
    savedSetting,
    round,
    startFrom,
    saveOver,
    discard: () => startFrom(savedSetting),
    earlierDates: earlierDates.question,
    affected: isRefused ? affected.milestones : undefined,
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
