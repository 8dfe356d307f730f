import { expect, it } from 'vitest';
import { labelPeople } from './person-labels.ts';

it('labelPeople adds the role and a number to equal names only', () => {
  const people = [
    { id: 'a', name: 'Ali', role: 'member' },
    { id: 'b', name: 'Ali', role: 'coordinator' },
    { id: 'c', name: 'Ali', role: 'coordinator' },
    { id: 'd', name: 'Sana', role: 'supervisor' },
  ] as const;
  expect(labelPeople(people).map(({ name }) => name)).toEqual([
    'Ali (Member)',
    'Ali (Coordinator)',
    'Ali (Coordinator) 2',
    'Sana',
  ]);
});
