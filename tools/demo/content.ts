import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import type { z } from 'zod';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import { type DemoDates, formatMonth } from './dates.ts';

type DeadlineSetting = z.input<typeof DeadlineSettings>[number];

const shippedFolder = resolve(import.meta.dirname, '../../content');

/** Dates of the deadlines that are not monthly reports, by their ids in `content/deadlines.yaml`. */
const datesById: Readonly<Record<string, (dates: DemoDates) => string>> = {
  'proposal-certificate-submission': ({ proposals }) => proposals,
  'thesis-and-sim-report-soft-copies': ({ thesis }) => thesis,
  'internal-and-external-vivas': ({ vivas }) => vivas,
  'final-thesis-hard-copy-and-code-upload-zip': ({ end }) => end,
};

/** Moves deadlines to the dates of the demo. The time of day does not change. */
export function moveDeadlines(
  deadlines: readonly DeadlineSetting[],
  dates: DemoDates,
): DeadlineSetting[] {
  const reports = dates.reports.values();
  return deadlines.map((deadline) => {
    const time = deadline.due.slice(-5);
    if (deadline.documents?.includes('report')) {
      const date = reports.next().value;
      if (!date) throw new Error('The demo has no date for another monthly report.');
      return { ...deadline, title: `${formatMonth(date)} Monthly Report`, due: `${date} ${time}` };
    }
    const date = datesById[deadline.id ?? '']?.(dates);
    if (!date) throw new Error(`The demo has no date for the deadline ${deadline.id}.`);
    return { ...deadline, due: `${date} ${time}` };
  });
}

async function editYaml<Value>(path: string, edit: (value: Value) => unknown): Promise<void> {
  await writeFile(path, stringify(edit(parse(await readFile(path, 'utf8')) as Value)));
}

/** Writes a copy of `content/` whose academic year has the dates of the demo. */
export async function writeDemoContent(folder: string, dates: DemoDates): Promise<void> {
  await cp(shippedFolder, folder, { recursive: true });
  const { session, sessionYear } = dates;
  await editYaml<object>(join(folder, 'department.yaml'), (department) => ({
    ...department,
    session,
    sessionYear,
  }));
  await editYaml<DeadlineSetting[]>(join(folder, 'deadlines.yaml'), (deadlines) =>
    moveDeadlines(deadlines, dates),
  );
}
