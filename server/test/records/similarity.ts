import type { MarkingScheme, SimilarityLimits } from '#contract/rules/scheme.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import {
  confirmSimilarity,
  decideSimilarity,
  enterSimilarity,
  getSimilarity,
  type Similarity,
} from '#contract/similarity.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestGroup, type TestGroup, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { upload } from './versions.ts';

/** Limits of HEC: overall below 20 %, a single source below 5 %. */
export const hecLimits: SimilarityLimits = { overall: 20, singleSource: 5 };

export const allowedFigures = { overall: 14.5, singleSource: 3.25 };
export const excessiveFigures = { overall: 24, singleSource: 3 };

/** Changes the scheme: the thesis gets the limits, or loses them. */
export function setThesisLimits(
  { parts }: MarkingScheme,
  limits: SimilarityLimits | undefined,
): void {
  const milestones = parts.flatMap((part) => part.milestones);
  const thesis = milestones.find(({ key }) => key === 'thesis');
  if (!thesis) throw new Error('The default marking scheme has a thesis.');
  delete thesis.similarity;
  if (limits) thesis.similarity = limits;
}

/** Sets the limits of the current cohort, or removes them. */
export const setSimilarityLimits = async (portal: Portal, limits: SimilarityLimits | undefined) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange(portal, 'scheme', (scheme) => setThesisLimits(scheme, limits)),
  );

/** Creates a group in a cohort with limits, whose student has uploaded a thesis and its similarity report. */
export async function createGroupWithReport(portal: Portal): Promise<TestGroup> {
  const team = await createTestGroup(portal);
  await setSimilarityLimits(portal, hecLimits);
  await upload(portal, team, 1, { kind: 'thesis' });
  await upload(portal, team, 1, { kind: 'similarity' });
  return team;
}

type Who = Pick<TestUser, 'caller'>;
export const toSimilarityParams = ({ groupId }: Pick<TestGroup, 'groupId'>) => ({
  params: { groupId },
});

export async function readTestSimilarity(team: TestGroup, who: Who = team.student) {
  const { similarity } = await who.caller.call(getSimilarity, toSimilarityParams(team));
  if (!similarity) throw new Error('The marking scheme has no limits.');
  return similarity;
}

/** Builds the input that enters figures for the files that the page has shown. */
export const buildFigures = (
  team: TestGroup,
  { revision, thesisSha256, report }: Similarity,
  figures: object = allowedFigures,
) => ({
  ...toSimilarityParams(team),
  body: {
    ...allowedFigures,
    ...figures,
    revision,
    thesisSha256: thesisSha256 ?? '0'.repeat(64),
    reportVersion: report?.version ?? 1,
  },
});

export async function enterTestFigures(
  team: TestGroup,
  figures: object = allowedFigures,
  who: Who = team.student,
): Promise<Similarity> {
  const shown = await readTestSimilarity(team);
  const { similarity } = await who.caller.call(enterSimilarity, buildFigures(team, shown, figures));
  return similarity;
}

export const buildConfirmation = (
  team: TestGroup,
  { revision, entries }: Similarity,
  more = {},
) => ({
  ...toSimilarityParams(team),
  body: {
    overall: entries[0]?.overall ?? 0,
    singleSource: entries[0]?.singleSource ?? 0,
    revision,
    ...more,
  },
});

/** Enters figures as the student and confirms them as the supervisor. */
export async function confirmTestFigures(team: TestGroup, figures: object = allowedFigures) {
  const entered = await enterTestFigures(team, figures);
  const input = buildConfirmation(team, entered);
  return (await team.supervisor.caller.call(confirmSimilarity, input)).similarity;
}

export const buildDecision = (
  team: TestGroup,
  { revision }: Similarity,
  decision: 'accepted' | 'returned' = 'accepted',
) => ({
  ...toSimilarityParams(team),
  body: { revision, decision, reason: 'The bibliography counts.' },
});

export const decideTestSimilarity = async (
  team: TestGroup,
  shown: Similarity,
  decision: 'accepted' | 'returned' = 'accepted',
  who: Who = team.supervisor,
) => (await who.caller.call(decideSimilarity, buildDecision(team, shown, decision))).similarity;
