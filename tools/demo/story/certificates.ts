import { findCourses } from '#contract/settings/courses.ts';
import {
  addCertificate,
  decideCertificates,
  getMemberCertificates,
} from '#contract/students/certificates.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import { type DemoGroup, itemAt } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, type DemoEvent, findDemoGroup } from './event.ts';

/** How far the certificates of a group's first member are. All members have uploaded their file. */
const stages = ['listed', 'accepted', 'uploaded', 'returned'] as const;

/** Students list their certificates after the proposal. The coordinator has decided about half of them. */
export const certificates: Chapter = ({ dates, groups }) =>
  groups.flatMap((group): DemoEvent[] => {
    const stage = itemAt(stages, group.number);
    if (stage === 'uploaded') return [];
    const listedOn = addDays(dates.proposals, 3 + (group.number % 5));
    const listed = { at: toInstant(dates, listedOn, '16:40'), run: listCertificates(group) };
    if (stage === 'listed') return [listed];
    const decidedOn = addDays(dates.proposals, 10 + (group.number % 7));
    const run = decide(group, stage);
    return [listed, { at: toInstant(dates, decidedOn, '11:20'), run }];
  });

const listCertificates =
  (group: DemoGroup) =>
  async ({ as }: DemoCallers) => {
    const student = await as(group.first);
    const { groupId } = await findDemoGroup(student, group);
    const { topics } = await student.call(findCourses);
    const courses = topics.flatMap((topic) => topic.courses);
    const mandatory = [...new Set(courses.flatMap(({ fulfils }) => fulfils ?? []))];
    const chosen = [
      ...mandatory.flatMap((id) => courses.find(({ fulfils }) => fulfils === id) ?? []),
      ...courses.filter(({ fulfils }) => !fulfils).slice(0, 3),
    ];
    for (const { id: courseId, title, provider, fulfils } of chosen) {
      const body = { title, provider, courseId, countsFor: fulfils ?? 'optional' };
      await student.call(addCertificate, { params: { groupId }, body });
    }
  };

const decide =
  (group: DemoGroup, stage: 'accepted' | 'returned') =>
  async ({ admin }: DemoCallers) => {
    const caller = await admin();
    const { memberId } = await findDemoGroup(caller, group);
    const params = { memberId };
    const { entries, documents } = await caller.call(getMemberCertificates, { params });
    const documentId = documents[0]?._id ?? null;
    const [first, ...remaining] = entries.map(({ _id, revision }) => ({ _id, revision }));
    if (!first) return;
    const accepted = stage === 'returned' ? remaining : [first, ...remaining];
    const acceptance = { entries: accepted, decision: 'accepted' as const, documentId };
    await caller.call(decideCertificates, { params, body: acceptance });
    if (stage === 'accepted') return;
    const reason = 'The certificate does not show your name.';
    const returned = { entries: [first], decision: 'returned' as const, documentId, reason };
    await caller.call(decideCertificates, { params, body: returned });
  };
