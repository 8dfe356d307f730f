import { findGroup } from '#contract/groups.ts';
import { findMilestone, type MarkingScheme, type Milestone } from '#contract/rules/scheme.ts';
import { convertScheme, type MarksConversion } from '#contract/settings/settings.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { emailTestGroupMarks, markTestGroup, saveTestMarks } from './marking.ts';

type SchemeChange = (scheme: MarkingScheme) => void;

export const editMilestone =
  (key: string, values: Partial<Milestone>) => (scheme: MarkingScheme) => {
    Object.assign(findMilestone(scheme, key) ?? {}, values);
  };

export const removeMilestone = (key: string) => (scheme: MarkingScheme) => {
  for (const part of scheme.parts) {
    part.milestones = part.milestones.filter((milestone) => milestone.key !== key);
  }
};

export const buildConversion = async (
  portal: Portal,
  by: SchemeChange,
  conversion: MarksConversion,
  dryRun = false,
) => {
  const { query, body } = await buildSettingChange(portal, 'scheme', by);
  return { query, body: { ...body, conversion, dryRun } };
};
export const convertTestMarks = async (
  portal: Portal,
  by: SchemeChange,
  conversion: MarksConversion,
  dryRun = false,
) => portal.admin.call(convertScheme, await buildConversion(portal, by, conversion, dryRun));
export const readMonth1 = async ({ student }: TestGroup) => {
  const { member } = await student.caller.call(findGroup, { params: { email: student.email } });
  return member.month1;
};

/** Marks two groups and sends their emails. Deletes the emails and notices, so that tests see only later ones. */
export async function createMarkedGroups(portal: Portal) {
  const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
  await markTestGroup(team, 10, 7);
  await emailTestGroupMarks(team);
  await saveTestMarks(neighbour, neighbour.supervisor, { proposal: { marks: 5 } });
  await emailTestGroupMarks(neighbour);
  await portal.db.deleteFrom('emails').execute();
  await portal.db.deleteFrom('notices').execute();
  return { team, neighbour };
}

export const readLastSettingChange = async (portal: Portal) =>
  (await readAuditEntries(portal)).findLast(({ action }) => action === 'setting-changed')?.detail;
