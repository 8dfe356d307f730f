import { resolve } from 'node:path';
import { findPartByTitle, listMilestones, type Milestone } from '#contract/rules/scheme.ts';
import { loadContent } from '#server/content/files/load-content.ts';

/** The default marking scheme, which has the specification's 14 milestones in three parts. */
const { scheme } = loadContent(resolve(import.meta.dirname, '../../content'), 'Asia/Karachi');

export const milestones = listMilestones(scheme);
export const milestoneKeys = milestones.map(({ key }) => key);
export const partTitles = scheme.parts.map(({ title }) => title);

export const getMilestonesOfPart = (semester: string): Milestone[] =>
  findPartByTitle(scheme, semester)?.milestones ?? [];
