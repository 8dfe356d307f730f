import type { DeskItem } from '#contract/desk.ts';
import type { ModuleName } from '#contract/settings/modules.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';
import type { Caller } from './serve.ts';

type Desk = {
  services: Services;
  caller: Caller;
  now: Date;
  /** Start of the period whose marks, decisions and files are listed as new. ISO 8601 in UTC. */
  newsSince: string;
};

/** Data from which a student’s start page (“desk”) is derived. The student has a group in an open cohort. */
export type StudentDeskContext = Desk & {
  memberId: string;
  group: Pick<DatabaseRow<'groups'>, 'id' | 'name' | 'program' | 'cohort_id' | 'created_at'> & {
    cohort_version: number | null;
  };
};

export type AssignedGroup = Pick<
  DatabaseRow<'groups'>,
  'id' | 'name' | 'program' | 'viva_date' | 'created_at'
>;

/** Data of one open cohort from which the items on the start page (“desk”) of a supervisor or examiner are derived. */
export type FacultyDeskContext = Desk & {
  cohort: Services['content']['current'];
  /** The cohort's code for use in links, or undefined if it is the current cohort. */
  otherCohort: string | undefined;
  supervised: readonly AssignedGroup[];
  /** Groups that the caller examines, also those that they supervise. */
  examined: readonly AssignedGroup[];
};

export type AdminDeskContext = Desk;

/** The items that a feature adds to the start page (“desk”) of a role. They are sorted by urgency, then by `order`. */
export type DeskPart = {
  order: number;
  /** Module to which the items belong. If it is switched off, no desk has them. */
  module?: ModuleName;
} & (
  | { role: 'student'; find: (desk: StudentDeskContext) => Promise<DeskItem[]> }
  | { role: 'faculty'; find: (desk: FacultyDeskContext) => Promise<DeskItem[]> }
  | { role: 'admin'; find: (desk: AdminDeskContext) => Promise<DeskItem[]> }
);

/** Returns a list with one start-page item that states a count, or an empty list if the count is 0. */
export const createCountDeskItem = (
  count: number,
  text: (count: number) => string,
  item: Omit<DeskItem, 'text'>,
): DeskItem[] => (count === 0 ? [] : [{ ...item, text: text(count) }]);
