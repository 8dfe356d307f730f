import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { type getSetting, type SettingName, saveSetting } from '#contract/settings.ts';
import { forms } from './forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import type { FormValues } from './kit/form-context.ts';
import { toSend } from './kit/values.ts';

export type Setting = ReplyOf<typeof getSetting>;

/** The form holds the setting as `value`, because some are lists; the server names fields without it. */
function withPaths(error: unknown): unknown {
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

/** Nothing that was typed is lost by a refusal; with `stale`, somebody else has saved meanwhile. */
export function useSettingForm({ name, cohort, setting }: SettingFormOptions) {
  const [standing, setStanding] = useState(setting);
  const [version, setVersion] = useState(setting.version);
  const [stale, setStale] = useState<string>();
  const form = useSendForm<FormValues, ReplyOf<typeof saveSetting>>({
    initialValues: { value: setting.value },
    // The server's errors stay until what they name is changed.
    validateInputOnBlur: false,
    send: async ({ value }) => {
      setStale(undefined);
      form.clearErrors();
      const body = { version, value: toSend(forms[name], value) };
      try {
        return await call(saveSetting, { params: { name }, query: { cohort }, body });
      } catch (error) {
        throw withPaths(error);
      }
    },
    onDone: async ({ message, setting: saved }) => {
      startFrom(saved);
      toast.success(message, adminToastMs);
      await invalidateSettings();
    },
    failure: 'The setting could not be saved. What you typed is still here; try again.',
    onFailure: (error, message) => {
      if (error instanceof Problem && error.code === 'stale-version') setStale(message);
    },
  });
  const startFrom = (next: Setting) => {
    form.setInitialValues({ value: next.value });
    form.setValues({ value: next.value });
    form.clearErrors();
    setStanding(next);
    setVersion(next.version);
    setStale(undefined);
  };
  const saveOver = (newest: Setting) => {
    setVersion(newest.version);
    setStale(undefined);
    form.clearErrors();
  };
  return { form, stale, version, standing, startFrom, saveOver };
}
