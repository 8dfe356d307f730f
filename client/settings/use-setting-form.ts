import { useEffect, useState } from 'react';
import { z } from 'zod';
import { browserStore } from '#client/api/browser-store.ts';
import { call } from '#client/api/call.ts';
import { useSession } from '#client/api/session.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import type { AffectedMilestone } from '#contract/rules/scheme-change.ts';
import { type getSetting, type SettingName, saveSetting } from '#contract/settings.ts';
import { forms } from './forms/forms.ts';
import { invalidateSettings } from './invalidate-settings.ts';
import type { FormValues } from './kit/form-context.ts';
import { toSend } from './kit/values.ts';
import { useEarlierDates } from './use-earlier-dates.ts';

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

/** What is typed on top of which version. A form holds whatever it holds: what is wrong in it shows when it is saved. */
const StoredDraft = z.object({ version: z.int(), value: z.unknown() });
const drafts = browserStore('session', (stored) => StoredDraft.safeParse(stored).data);

/** Keeps what is typed in this browser tab, so that a reload brings it back; forgets it once it is saved. */
function useKeptDraft(
  key: string,
  form: { isDirty: () => boolean; values: FormValues },
  version: number,
) {
  const { value } = form.values;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (isDirty) drafts.write(key, { version, value });
    else drafts.remove(key);
  }, [key, isDirty, value, version]);
}

/** A scheme whose save was refused because of marks. */
type Affected = { milestones: AffectedMilestone[]; value: unknown };

/** Nothing that was typed is lost by a refusal or a reload; with `stale`, somebody else has saved meanwhile. */
export function useSettingForm({ name, cohort, setting }: SettingFormOptions) {
  const key = `draft:setting:${useSession()?.userId}:${cohort ?? ''}:${name}`;
  const [draft] = useState(() => drafts.read(key));
  const [standing, setStanding] = useState(setting);
  const [version, setVersion] = useState(draft?.version ?? setting.version);
  const [stale, setStale] = useState<string>();
  const [affected, setAffected] = useState<Affected>();
  const earlierDates = useEarlierDates(cohort);
  const form = useSendForm<FormValues, ReplyOf<typeof saveSetting>>({
    initialValues: { value: setting.value },
    // The server's errors stay until what they name is changed.
    validateInputOnBlur: false,
    send: async ({ value }) => {
      setStale(undefined);
      setAffected(undefined);
      form.clearErrors();
      const body = { version, value: toSend(forms[name], value) };
      try {
        const keepEarlier = name === 'deadlines' ? await earlierDates.ask(body.value) : undefined;
        return await call(saveSetting, {
          params: { name },
          query: { cohort },
          body: { ...body, keepEarlier },
        });
      } catch (error) {
        const milestones = error instanceof Problem ? error.details.affected : undefined;
        if (milestones) setAffected({ milestones, value });
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
  // Lists keep what is opened in them: another round draws them anew.
  const [round, setRound] = useState(0);
  const { setValues } = form;
  useEffect(() => {
    if (!draft) return;
    setValues({ value: draft.value });
    setRound(1);
  }, [draft, setValues]);
  useKeptDraft(key, form, version);
  const startFrom = (next: Setting) => {
    form.setInitialValues({ value: next.value });
    form.setValues({ value: next.value });
    form.clearErrors();
    setStanding(next);
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
  const discard = () => startFrom(standing);
  // Whatever is typed afterwards may affect other marks.
  const isRefused = affected !== undefined && isSame(affected.value, form.values.value);
  return {
    ...{ form, stale, version, standing, round, startFrom, saveOver, discard },
    earlierDates: earlierDates.question,
    affected: isRefused ? affected.milestones : undefined,
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
