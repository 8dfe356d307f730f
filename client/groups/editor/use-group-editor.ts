import { useEffect, useState } from 'react';
import {
  useGroupRules,
  useHasExternalExaminer,
  useMarkingScheme,
} from '#client/api/cohorts/cohort-content.ts';
import { call } from '#client/api/connection/call.ts';
import { useModules } from '#client/api/portal.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { invalidateGroups } from '#client/groups/admin/invalidate-groups.ts';
import { useVivaDoubt } from '#client/layout/confirm-viva.tsx';
import {
  extractMarksFromEdits,
  updateGroup,
  validateMemberEdits,
} from '#contract/admin/group-edits.ts';
import type { FullGroup } from '#contract/groups.ts';
import { validateMarks } from '#contract/marks.ts';
import { Problem, toValidationProblem } from '#contract/problem.ts';
import type { GroupRules } from '#contract/rules/group-rules.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import type { Modules } from '#contract/settings/modules.ts';
import {
  type EditConflict,
  findChanges,
  findEditedPaths,
  type GroupValues,
  mergeEdits,
  toFormFieldValue,
  toFormValues,
} from './group-values.ts';
import type { SharedStaff } from './shared-staff.tsx';
import { buildStaffPairKey, findSharedStaffName, isSharedStaffNew } from './staff-names.ts';

/** Key of the error at the checkbox that confirms that one person has both staff roles. No field has this path. */
const sharedStaffPath = 'sharedStaff';

export const getEditorTab = (path: string) => /^fypGroupMembers\.\d+/.exec(path)?.[0] ?? 'project';

/** Form of the group editor, which sends only the changed values. */
export function useGroupEditor(group: FullGroup, onClose: () => void) {
  const [base, setBase] = useState(group);
  const [tab, setTab] = useState<string | null>('project');
  const [refusal, setRefusal] = useState<string>();
  const [conflicts, setConflicts] = useState<EditConflict[]>();
  const scheme = useMarkingScheme();
  const rules = useGroupRules();
  const modules = useModules();
  const hasExaminer = useHasExternalExaminer();
  const [confirmedPair, setConfirmedPair] = useState<string>();
  const before = toFormValues(base, scheme);
  const form = useSendForm({
    initialValues: before,
    validate: (values) => ({
      ...findErrors({ scheme, rules, modules }, before, values),
      ...(hasExaminer &&
        isSharedStaffNew(before, values) &&
        confirmedPair !== buildStaffPairKey(values) && {
          [sharedStaffPath]: 'Confirm this, or choose another external examiner.',
        }),
    }),
    send: (values) => {
      setRefusal(undefined);
      const body = { ...findChanges(before, values), version: base.version };
      return call(updateGroup, { params: { groupId: group._id }, body });
    },
    onDone: async ({ message }) => {
      toast.success(message ?? 'Group updated successfully', adminToastDurationMs);
      await invalidateGroups();
    },
    failure: 'Failed to update group',
    onFailure: (error, message) => {
      if (error instanceof Problem && error.code === 'stale-version') setRefusal(message);
      else toast.error(message, adminToastDurationMs);
    },
    onRefused: (paths) => {
      const tabs = new Set(paths.map(getEditorTab));
      if (tab === null || !tabs.has(tab)) setTab([...tabs][0] ?? 'project');
    },
    isOnce: true,
  });
  // Close only after `isDone` has been rendered: before that, closing asks about unsaved changes.
  useEffect(() => {
    if (form.isDone) onClose();
  }, [form.isDone, onClose]);

  const takeFresh = (fresh: FullGroup) => {
    const merged = mergeEdits(before, toFormValues(fresh, scheme), form.values);
    setBase(fresh);
    form.setValues(merged.values);
    setConflicts(merged.conflicts);
    setRefusal(undefined);
  };
  const takeTheirs = (path: string, theirs: EditConflict['theirs']) => {
    form.setFieldValue(path, toFormFieldValue(path, theirs));
    setConflicts((list) => list?.filter((conflict) => conflict.path !== path));
  };
  const pair = buildStaffPairKey(form.values);
  const sharedStaff: SharedStaff = {
    name: findSharedStaffName(form.values),
    isAsked: isSharedStaffNew(before, form.values),
    isConfirmed: confirmedPair === pair,
    confirm: (isConfirmed) => {
      setConfirmedPair(isConfirmed ? pair : undefined);
      form.clearFieldError(sharedStaffPath);
    },
    error: form.errors[sharedStaffPath],
  };
  const edited = findEditedPaths(before, form.values);
  const vivaDoubt = useVivaDoubt(before.externalVivaDetails, form.values.externalVivaDetails);
  const stale = { refusal, conflicts, takeFresh, takeTheirs };
  return { form, base, tab, setTab, edited, sharedStaff, vivaDoubt, ...stale };
}

type Department = {
  scheme: MarkingScheme;
  rules: GroupRules | undefined;
  modules: Modules;
};

function findErrors(
  { scheme, rules, modules }: Department,
  before: GroupValues,
  values: GroupValues,
) {
  const body = findChanges(before, values);
  const checked = updateGroup.body.safeParse(body);
  const marks = validateMarks(scheme, extractMarksFromEdits(scheme, body.fypGroupMembers ?? []));
  const members =
    rules &&
    validateMemberEdits({ rules, modules }, body.fypGroupMembers ?? [], before.fypGroupMembers);
  const issues = [...(checked.error?.issues ?? []), ...(members?.issues ?? []), ...marks.issues];
  return issues.length > 0 ? (toValidationProblem({ issues }).details.fields ?? {}) : {};
}
