import type { KindSettings } from '#contract/settings/kinds.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import type { Portal } from '#server/test/portal.ts';

type AddedKind = KindSettings['added'][number];

export const poster: AddedKind = {
  id: 'poster',
  title: 'Poster',
  types: ['pdf', 'png'],
  maxMb: 1,
  perMember: false,
  archived: false,
};

/** Adds kinds of files to the current cohort, or to the one with this code. */
export async function addTestKinds(portal: Portal, kinds: readonly AddedKind[], cohort?: string) {
  const input = await buildSettingChange(
    portal,
    'kinds',
    ({ added }) => {
      added.push(...kinds);
    },
    cohort,
  );
  await portal.admin.call(saveSetting, input);
}

/** Adds a deadline in February 2027 that requires the kinds. */
export async function addTestDeadline(
  portal: Portal,
  id: string,
  documents: string[],
  due = '2027-02-01 23:59',
) {
  const deadline = { id, title: `Deadline ${id}`, due, documents };
  const input = await buildSettingChange(portal, 'deadlines', (list) => {
    list.push(deadline);
  });
  await portal.admin.call(saveSetting, input);
}
