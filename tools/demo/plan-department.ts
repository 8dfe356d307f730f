import { buildEmailAddress } from '#tools/test/people.ts';
import type { DemoDates } from './dates.ts';
import { examinerNames, projectTitles, studentNames } from './department.ts';

export type DemoPerson = { name: string; email: string };
export type DemoStudent = DemoPerson & { fathername: string; roll: string; phone: string };

export type DemoGroup = {
  number: number;
  program: string;
  title: string;
  category: string;
  supervisor: DemoPerson;
  examiner: DemoPerson;
  /** Only the first member has an account. */
  members: readonly DemoStudent[];
  first: DemoStudent;
  /** True if the group has not submitted the last monthly report that was due. */
  isLate: boolean;
};

export type DemoDepartment = {
  dates: DemoDates;
  supervisors: readonly DemoPerson[];
  examiners: readonly DemoPerson[];
  groups: readonly DemoGroup[];
};

/** Numbers of the three groups that are late. */
const lateNumbers: readonly number[] = [2, 5, 8];

/** Returns the item at an index. Starts over at the end of the list. */
export const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const toStaff = (name: string): DemoPerson => ({
  name,
  email: buildEmailAddress(name.replace(/^(Prof\. )?(Dr|Engr|Mr|Ms|Prof)\. /, '')),
});

function planStudent(group: number, position: number, prefix: string): DemoStudent {
  const name = itemAt(studentNames, group * 7 + position * 3);
  return {
    name,
    fathername: itemAt(studentNames, group + position * 5 + 1).replace(/^\S+/, 'Muhammad'),
    roll: `${prefix}-${String(group * 3 + position + 1).padStart(3, '0')}`,
    email: buildEmailAddress(`${name} ${group + 1}`),
    phone: `+92 3${String(100_000_000 + group * 1_234_567 + position * 7_654_321)}`,
  };
}

type Choices = { dates: DemoDates; programs: readonly string[]; supervisors: readonly string[] };

export function planDemoDepartment(
  { dates, programs, supervisors: supervisorNames }: Choices,
  groupCount: number,
): DemoDepartment {
  const supervisors = supervisorNames.map(toStaff);
  const examiners = examinerNames.map(toStaff);
  const groups = Array.from({ length: groupCount }, (_, number): DemoGroup => {
    const program = itemAt(programs, number);
    const prefix = `F${String(dates.sessionYear - 4).slice(2)}-${program}`;
    const first = planStudent(number, 0, prefix);
    const size = ((number + Math.floor(number / 9)) % 3) + 1;
    const mates = Array.from({ length: size - 1 }, (_, index) =>
      planStudent(number, index + 1, prefix),
    );
    return {
      number,
      program,
      ...itemAt(projectTitles, number),
      supervisor: itemAt(supervisors, number),
      examiner: itemAt(examiners, number),
      members: [first, ...mates],
      first,
      isLate: lateNumbers.includes(number),
    };
  });
  return { dates, supervisors, examiners, groups };
}
