import type { ListEntry, ReferencedList } from '#contract/rules/entries-in-use.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import type { SettingValues } from '#server/content/files/settings-files.ts';

/** The settings that refer to each other. Contains those of one scope: a cohort’s or the department’s. */
export type LinkedSettings = Partial<
  Pick<SettingValues, 'choices' | 'categories' | 'deadlines' | 'scheme' | 'outcomes' | 'courses'>
>;

type Use = { value: string; place: string };

type Reference = {
  list: ReferencedList;
  listUses: (settings: LinkedSettings) => Use[];
  /** Returns the changed settings. An undefined replacement removes the reference. */
  replace: (settings: LinkedSettings, value: string, replacement?: string) => LinkedSettings;
};

const toEntry = (text: string): ListEntry => ({ value: text, label: text });

export const listEntries: Record<ReferencedList, (settings: LinkedSettings) => ListEntry[]> = {
  programs: ({ choices }) =>
    choices?.programs.map(({ value, label }) => ({
      value,
      label: label.includes(value) ? label : `${label} (${value})`,
    })) ?? [],
  categories: ({ choices }) => choices?.categories.map(toEntry) ?? [],
  supervisors: ({ choices }) => choices?.supervisors.map(toEntry) ?? [],
  deadlines: ({ deadlines = [] }) =>
    deadlines.flatMap(({ id, title }) => (id ? [{ value: id, label: title }] : [])),
  milestones: ({ scheme }) =>
    scheme ? listMilestones(scheme).map(({ key, title }) => ({ value: key, label: title })) : [],
  certificates: ({ courses }) =>
    courses?.rule.mandatory.map(({ id, title }) => ({ value: id, label: title })) ?? [],
};

function replaceIn(values: readonly string[], value: string, replacement?: string): string[] {
  const replaced = values.flatMap((candidate) =>
    isSameListEntry(candidate, value) ? (replacement ?? []) : [candidate],
  );
  return [...new Set(replaced)];
}

/** A card describes categories of the proposal form, so a card without any is removed. */
const categoriesOfCards: Reference = {
  list: 'categories',
  listUses: ({ categories = [] }) =>
    categories.flatMap(({ title, options }) =>
      options.map((value) => ({ value, place: `Category card “${title}”` })),
    ),
  replace: ({ categories = [] }, value, replacement) => ({
    categories: categories
      .map((card) => ({ ...card, options: replaceIn(card.options, value, replacement) }))
      .filter(({ options }) => options.length > 0),
  }),
};

const supervisorsOfCards: Reference = {
  list: 'supervisors',
  listUses: ({ categories = [] }) =>
    categories.flatMap(({ title, supervisors }) =>
      supervisors.map((value) => ({ value, place: `Category card “${title}”` })),
    ),
  replace: ({ categories = [] }, value, replacement) => ({
    categories: categories.map((card) => ({
      ...card,
      supervisors: replaceIn(card.supervisors, value, replacement),
    })),
  }),
};

/** Without programs, a deadline would apply to all of them. A deadline whose only program is removed is removed, too. */
const programsOfDeadlines: Reference = {
  list: 'programs',
  listUses: ({ deadlines = [] }) =>
    deadlines.flatMap(({ title, programs = [] }) =>
      programs.map((value) => ({ value, place: `Deadline “${title}”` })),
    ),
  replace: ({ deadlines = [], scheme }, value, replacement) => {
    const replaced = deadlines.map((deadline) =>
      deadline.programs
        ? { ...deadline, programs: replaceIn(deadline.programs, value, replacement) }
        : deadline,
    );
    const isEmpty = ({ programs }: (typeof replaced)[number]) => programs?.length === 0;
    const removed = replaced.filter(isEmpty).flatMap(({ id }) => id ?? []);
    const unlinked = removed.reduce<LinkedSettings>(
      (settings, id) => deadlinesOfMilestones.replace(settings, id),
      { scheme },
    );
    return { ...unlinked, deadlines: replaced.filter((deadline) => !isEmpty(deadline)) };
  },
};

const deadlinesOfMilestones: Reference = {
  list: 'deadlines',
  listUses: ({ scheme }) =>
    scheme?.parts.flatMap(({ milestones }) =>
      milestones.flatMap(({ title, deadline }) =>
        deadline ? [{ value: deadline, place: `Milestone “${title}”` }] : [],
      ),
    ) ?? [],
  replace: ({ scheme }, value, replacement) => ({
    scheme: scheme && {
      ...scheme,
      parts: scheme.parts.map((part) => ({
        ...part,
        milestones: part.milestones.map(({ deadline, ...milestone }) => ({
          ...milestone,
          ...withLink('deadline', deadline === value ? replacement : deadline),
        })),
      })),
    },
  }),
};

/** Without programs, an outcome would be of all of them. An outcome whose only program is removed is removed, too. */
const programsOfOutcomes: Reference = {
  list: 'programs',
  listUses: ({ outcomes }) =>
    outcomes?.plos.flatMap(({ code, programs = [] }) =>
      programs.map((value) => ({ value, place: `Program learning outcome ${code}` })),
    ) ?? [],
  replace: ({ outcomes }, value, replacement) => {
    if (!outcomes) return {};
    const plos = outcomes.plos
      .map((plo) =>
        plo.programs ? { ...plo, programs: replaceIn(plo.programs, value, replacement) } : plo,
      )
      .filter(({ programs }) => programs?.length !== 0);
    const codes = plos.map(({ code }) => code);
    const clos = outcomes.clos.map((clo) => ({
      ...clo,
      plos: clo.plos.filter(({ plo }) => codes.includes(plo)),
    }));
    return { outcomes: { ...outcomes, plos, clos } };
  },
};

/** An outcome of which no milestone is left stays, and is not measured. */
const milestonesOfOutcomes: Reference = {
  list: 'milestones',
  listUses: ({ outcomes }) =>
    outcomes?.clos.flatMap(({ code, milestones }) =>
      milestones.map(({ milestone }) => ({
        value: milestone,
        place: `Course learning outcome ${code}`,
      })),
    ) ?? [],
  replace: ({ outcomes }, value, replacement) => ({
    outcomes: outcomes && {
      ...outcomes,
      clos: outcomes.clos.map((clo) => ({
        ...clo,
        milestones: clo.milestones.flatMap((entry) => {
          if (entry.milestone !== value) return [entry];
          const isListed = clo.milestones.some(({ milestone }) => milestone === replacement);
          return replacement === undefined || isListed ? [] : { ...entry, milestone: replacement };
        }),
      })),
    },
  }),
};

const certificatesOfCourses: Reference = {
  list: 'certificates',
  listUses: ({ courses }) =>
    courses?.topics.flatMap((topic) =>
      topic.courses.flatMap(({ title, fulfils }) =>
        fulfils ? [{ value: fulfils, place: `Course “${title}”` }] : [],
      ),
    ) ?? [],
  replace: ({ courses }, value, replacement) => ({
    courses: courses && {
      ...courses,
      topics: courses.topics.map((topic) => ({
        ...topic,
        courses: topic.courses.map(({ fulfils, ...course }) => ({
          ...course,
          ...withLink('fulfils', fulfils === value ? replacement : fulfils),
        })),
      })),
    },
  }),
};

/** Omits a missing link instead of storing undefined, so that comparisons see no change. */
const withLink = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };

/** Every reference from one setting to an entry of another list. A test removes an entry of each. */
export const references: readonly Reference[] = [
  categoriesOfCards,
  supervisorsOfCards,
  programsOfDeadlines,
  deadlinesOfMilestones,
  programsOfOutcomes,
  milestonesOfOutcomes,
  certificatesOfCourses,
];
