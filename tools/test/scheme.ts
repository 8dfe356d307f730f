import { resolve } from 'node:path';
import { findPart, type Milestone, milestonesOf } from '#contract/rules/scheme.ts';
import { loadContent } from '#server/content/files/load-content.ts';

/** The default marking scheme, which has the specification's 14 milestones in three parts. */
const { scheme } = loadContent(resolve(import.meta.dirname, '../../content'), 'Asia/Karachi');

export const milestones = milestonesOf(scheme);
export const milestoneKeys = milestones.map(({ key }) => key);
export const semesters = scheme.parts.map(({ title }) => title);

export const milestonesOfPart = (semester: string): Milestone[] =>
  findPart(scheme, semester)?.milestones ?? [];
