import { useEffect, useState } from 'react';
import { call } from '#client/api/call.ts';
import { useGroupRules, useScheme } from '#client/api/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { adminToastMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { invalidateGroups } from '#client/groups/admin/invalidate-groups.ts';
import { holdToRules, marksOfEdits, updateGroup } from '#contract/admin.ts';
import type { FullGroup } from '#contract/groups.ts';
import { readMarks } from '#contract/marks.ts';
import { invalid, Problem } from '#contract/problem.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import { findVivaDateError } from '#contract/rules/viva.ts';
import { dateIn } from '#contract/values/time.ts';
import {
  asTyped,
  changesOf,
  editedPaths,
  type GroupValues,
  type Overtaken,
  reapply,
  valuesOf,
} from './group-values.ts';

export const tabOfPath = (path: string) => /^fypGroupMembers\.\d+/.exec(path)?.[0] ?? 'project';

/** The editor's form over the group as it was when loaded; only what was changed is sent. */
export function useGroupEditor(group: FullGroup, onClose: () => void) {
  const [base, setBase] = useState(group);
  const [tab, setTab] = useState<string | null>('project');
  const [refusal, setRefusal] = useState<string>();
  const [overtaken, setOvertaken] = useState<Overtaken[]>();
  const scheme = useScheme();
  const rules = useGroupRules();
  const zone = useTimeZone();
  const before = valuesOf(base, scheme);
  const form = useSendForm({
    initialValues: before,
    validate: (values) => errorsIn({ scheme, rules, zone }, before, values),
    send: (values) => {
      setRefusal(undefined);
      const body = { ...changesOf(before, values), version: base.version };
      return call(updateGroup, { params: { groupId: group._id }, body });
    },
    onDone: async ({ message }) => {
      toast.success(message, adminToastMs);
      await invalidateGroups();
    },
    failure: 'Failed to update group',
    onFailure: (error, message) => {
      if (error instanceof Problem && error.code === 'stale-version') setRefusal(message);
      else toast.error(message, adminToastMs);
    },
    onRefused: (paths) => {
      const tabs = new Set(paths.map(tabOfPath));
      if (tab === null || !tabs.has(tab)) setTab([...tabs][0] ?? 'project');
    },
    isOnce: true,
  });
  // Closing goes through the address, which asks about unsaved work until the form is done.
  useEffect(() => {
    if (form.isDone) onClose();
  }, [form.isDone, onClose]);

  const takeFresh = (fresh: FullGroup) => {
    const merged = reapply(before, valuesOf(fresh, scheme), form.values);
    setBase(fresh);
    form.setValues(merged.values);
    setOvertaken(merged.overtaken);
    setRefusal(undefined);
  };
  const takeTheirs = (path: string, theirs: Overtaken['theirs']) => {
    form.setFieldValue(path, asTyped(path, theirs));
    setOvertaken((list) => list?.filter((one) => one.path !== path));
  };
  const edited = editedPaths(before, form.values);
  return { form, base, tab, setTab, edited, refusal, overtaken, takeFresh, takeTheirs };
}

type Department = { scheme: Scheme; rules: GroupRules | undefined; zone: string };

function errorsIn({ scheme, rules, zone }: Department, before: GroupValues, values: GroupValues) {
  const body = changesOf(before, values);
  const checked = updateGroup.body.safeParse(body);
  const marks = readMarks(scheme, marksOfEdits(scheme, body.fypGroupMembers ?? []));
  const members = rules && holdToRules(rules, body.fypGroupMembers ?? [], before.fypGroupMembers);
  const issues = [...(checked.error?.issues ?? []), ...(members?.issues ?? []), ...marks.issues];
  const fields = issues.length > 0 ? (invalid({ issues }).details.fields ?? {}) : {};
  const dateError = vivaDateErrorIn(body, values, zone);
  return dateError ? { 'externalVivaDetails.vivaDate': dateError, ...fields } : fields;
}

/** Where the date or the result was changed. The server checks the cohort's year as well. */
function vivaDateErrorIn(
  { externalVivaDetails: edited }: ReturnType<typeof changesOf>,
  { externalVivaDetails: viva }: GroupValues,
  zone: string,
) {
  if (edited?.vivaDate === undefined && edited?.vivaStatus === undefined) return undefined;
  const record = { date: viva.vivaDate || null, status: viva.vivaStatus || null };
  return findVivaDateError(record, { today: dateIn(new Date(), zone) });
}
