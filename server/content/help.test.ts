import { describe, expect } from 'vitest';
import { findHelp, findPublicHelp, type Help } from '#contract/settings/help.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { switchModule } from '#server/test/content/modules.ts';
import { buildSettingChange } from '#server/test/content/settings.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const editStudentGuide = (portal: Portal, edit: (guide: Help['student']) => void) =>
  buildSettingChange(portal, 'help', ({ student }) => edit(student));

describe('the help', () => {
  test('is refused to visitors, except for their own guide', async ({ portal }) => {
    const refused = await expectRefusal(portal, portal.visitor, findHelp);
    expect(refused.status).toBe(401);
    const { guides } = await portal.visitor.call(findPublicHelp);
    expect(guides.map(({ name }) => name)).toEqual(['visitor']);
  });

  test.for([
    ['student', ['student', 'visitor']],
    ['faculty', ['supervisor', 'examiner', 'visitor']],
    ['admin', ['coordinator', 'supervisor', 'examiner', 'student', 'visitor']],
  ] as const)(
    'has for the role %s only the guides that it may read',
    async ([role, expected], { portal }) => {
      const { caller } = await createTestUser(portal, role);
      const { guides } = await caller.call(findHelp);
      expect(guides.map(({ name }) => name)).toEqual(expected);
      for (const { topics } of guides) expect(topics.length).toBeGreaterThan(0);
    },
  );

  test('shows an edited topic with the rules that it quotes', async ({ portal }) => {
    const change = await editStudentGuide(portal, ([topic]) => {
      topic?.text.splice(0, 1, 'Up to {maxMembers} students, see the [proposal](/proposal).');
    });
    await portal.admin.call(saveSetting, change);
    const { caller } = await createTestUser(portal);
    const { guides } = await caller.call(findHelp);
    expect(guides[0]?.topics[0]?.text).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          { text: 'Up to three students, see the ' },
          { href: '/proposal', runs: [{ text: 'proposal' }] },
          { text: '.' },
        ],
      },
    ]);
  });

  test('leaves out the topics about a module while it is switched off', async ({ portal }) => {
    const listIds = async () => {
      const { guides } = await portal.admin.call(findHelp);
      return guides.flatMap(({ name, topics }) => topics.map(({ id }) => `${name} ${id}`));
    };
    const before = await listIds();
    await switchModule(portal, 'certificates', false);
    const after = await listIds();
    const hidden = before.filter((id) => !after.includes(id));
    expect(hidden).toEqual([
      'coordinator certificates',
      'supervisor certificates',
      'student certificates',
    ]);
    await switchModule(portal, 'certificates', true);
    expect(await listIds()).toEqual(before);
  });

  test.for([
    [
      'an invalid link',
      ([topic]: Help['student']) => topic?.text.splice(0, 1, '[Click](javascript:alert(1))'),
      'student.0.text.0',
    ],
    [
      'an unknown placeholder',
      ([topic]: Help['student']) => topic?.text.splice(0, 1, 'At most {maximum} members.'),
      'student.0.text.0',
    ],
    [
      'an id that another topic has',
      (guide: Help['student']) => guide.splice(1, 0, ...guide.slice(0, 1)),
      'student.1.id',
    ],
  ] as const)('is not saved with %s', async ([, edit, field], { portal }) => {
    const change = await editStudentGuide(portal, (guide) => void edit(guide));
    const refused = await expectRefusal(portal, portal.admin, saveSetting, change);
    expect(Object.keys(refused.fields ?? {})).toEqual([field]);
  });
});
