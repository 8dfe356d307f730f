import { randomUUID } from 'node:crypto';
import {
  addMessage,
  type DiscussionThread,
  type MessageReference,
} from '#contract/messages/discussion.ts';
import { addDays, toInstant } from '#tools/demo/dates.ts';
import type { DemoGroup, DemoPerson } from '#tools/demo/plan-department.ts';
import { type Chapter, type DemoCallers, findDemoGroup } from './event.ts';

type Message = { text: string; thread?: DiscussionThread; about?: MessageReference };

const question: Message = {
  text: 'Does the report of the first month need the **architecture**, or only the plan?',
  about: { kind: 'milestone', id: 'month1' },
};
const answer: Message = {
  text: 'The plan is enough:\n\n- what you build, and for whom\n- who does what in the next three months\n\nThe architecture follows with `Month 2`.',
};
const note: Message = {
  text: 'I would like a second opinion on their schedule.',
  thread: 'staff',
};

/** Every third group has asked its supervisor, who has answered and left a note for the staff. */
export const discussions: Chapter = ({ dates, groups }) =>
  groups
    .filter(({ number }) => number % 3 === 0)
    .flatMap((group) => {
      const add = (daysAgo: number, time: string, author: DemoPerson, message: Message) => ({
        at: toInstant(dates, addDays(dates.today, -daysAgo), time),
        run: write(group, author, message),
      });
      return [
        add(3, '20:15', group.first, question),
        add(2, '09:40', group.supervisor, answer),
        add(2, '09:50', group.supervisor, note),
      ];
    });

const write =
  (group: DemoGroup, author: DemoPerson, { text, thread = 'group', about }: Message) =>
  async ({ as }: DemoCallers) => {
    const { groupId } = await findDemoGroup(await as(group.first), group);
    await (await as(author)).call(addMessage, {
      params: { groupId, thread },
      body: { messageId: randomUUID(), text, ...(about && { about }) },
    });
  };
