import type { UseFormInput } from '@mantine/form';
import { call } from '#client/api/connection/call.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { adminToastDurationMs, toast } from '#client/api/toast.ts';
import { useSendForm } from '#client/api/use-send-form.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findCourses } from '#contract/settings/courses.ts';
import {
  getInstallation,
  type InstallationChange,
  saveInstallation,
} from '#contract/settings/installation.ts';
import { listRulePlaceholders } from '#contract/settings/rule-placeholders.ts';
import { findChoices } from '#contract/students/proposals.ts';

export const invalidateInstallation = () =>
  invalidateEndpoints(
    getInstallation,
    findHome,
    findChoices,
    findCourses,
    findCategories,
    listRulePlaceholders,
  );

type InstallationForm<Values> = UseFormInput<Values> & {
  version: number;
  toChange: (values: Values) => InstallationChange;
};

/** Form of one part of the installation's settings. Sends only this part. */
export function useInstallationForm<Values extends Record<string, unknown>>({
  version,
  toChange,
  ...input
}: InstallationForm<Values>) {
  return useSendForm({
    ...input,
    send: (values: Values, options) =>
      call(saveInstallation, { body: { version, ...toChange(values) } }, options),
    failure: 'Couldn’t save the settings',
    onDone: async ({ message }) => {
      // A toast, because the form is mounted again with the saved values.
      toast.success(message, adminToastDurationMs);
      await invalidateInstallation();
    },
  });
}
