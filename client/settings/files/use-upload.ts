import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { findChangedFile } from '#client/api/files/find-changed-file.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import { invalidateSettings } from '#client/settings/invalidate-settings.ts';
import type { EndpointInput, EndpointReply } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { importSettings } from '#contract/settings/settings.ts';
import { readSettingsFiles } from './read-files.ts';

export type ImportReply = EndpointReply<typeof importSettings>;
type Body = EndpointInput<typeof importSettings>['body'];
type Upload = { files: Body['files']; isAgainstToday: boolean };
type Rest = Pick<Body, 'dryRun' | 'checked' | 'conversion'>;
export type CheckedUpload = Upload & { reply: ImportReply };

/** Checks and applies settings files. Reads each file only once, so that exactly the checked content is applied. */
export function useSettingsUpload(cohort: string | undefined) {
  const [chosen, setChosen] = useState<File[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const [checked, setChecked] = useState<CheckedUpload>();
  /** The upload that the server rejected because a newer version of a setting exists. */
  const [stale, setStale] = useState<Upload>();
  const send = async ({ files, isAgainstToday, ...body }: Upload & Rest) => {
    const upload = { files, isAgainstToday };
    try {
      const input = { query: { cohort }, body: { ...upload, ...body } };
      return { ...upload, reply: await call(importSettings, input) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'stale-version') setStale(upload);
      throw error;
    }
  };
  const run = useAction(send, {
    failure: 'The files could not be checked.',
    isInline: true,
    onDone: async (done) => {
      if (!done.reply.isSaved) return setChecked(done);
      toast.success(done.reply.message, adminToastDurationMs);
      choose([]);
      await invalidateSettings();
    },
    // On failure, hide the displayed differences, because they may be outdated.
    onFailure: () => setChecked(undefined),
  });
  function choose(files: File[]) {
    setChosen(files);
    clear();
  }
  function clear() {
    setChecked(undefined);
    setStale(undefined);
    setUnreadable(undefined);
  }
  const check = async () => {
    clear();
    const changed = (await Promise.all(chosen.map(findChangedFile))).find(Boolean);
    if (changed) {
      // The field fires no event if the same files are chosen again while it shows them.
      setChosen([]);
      return setUnreadable(changed);
    }
    try {
      run.run({ files: await readSettingsFiles(chosen), isAgainstToday: false, dryRun: true });
    } catch (error) {
      setUnreadable(error instanceof Error ? error.message : String(error));
    }
  };
  const compare = ({ files }: Upload) => {
    clear();
    run.run({ files, isAgainstToday: true, dryRun: true });
  };
  const apply = ({ files, isAgainstToday, reply }: CheckedUpload, conversion: Body['conversion']) =>
    run.run({ files, isAgainstToday, conversion, dryRun: false, checked: reply.checked });
  const problem = unreadable ?? (run.isRunning ? undefined : run.error);
  return {
    chosen,
    choose,
    check,
    compare,
    apply,
    checked,
    stale,
    problem,
    isChecking: run.input?.dryRun === true,
    isApplying: run.input?.dryRun === false,
  };
}
