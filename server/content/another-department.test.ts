import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findHome } from '#contract/content.ts';
import { findChoices, submitProposal } from '#contract/proposals.ts';
import { somebody } from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aProposal } from '#tools/test/people.ts';

test('another department’s texts, lists and names run the portal without a change of code', async () => {
  const { portal, close } = await openPortal({
    CONTENT_DIR: resolve(import.meta.dirname, 'sample-department'),
    TIME_ZONE: 'Europe/Oslo',
  });
  const home = await portal.visitor.call(findHome);
  expect(home.department.name).toBe('School of Informatics');
  expect(home.timeZone).toBe('Europe/Oslo');

  const student = await somebody(portal);
  const choices = await student.caller.call(findChoices);
  expect(choices.programs.map(({ value }) => value)).toEqual(['MScData', 'MScHCI']);
  expect(choices.categories.map(({ value }) => value)).toEqual(['Robotics', 'Visualisation']);
  expect(choices.supervisors.map(({ value }) => value)).toEqual([
    'Prof. Ingrid Holm',
    'Dr. Mateo Vargas',
    'other',
  ]);

  const shipped = await refusalOf(portal, student.caller, submitProposal, {
    body: aProposal([student], { program: 'BSCS' }),
  });
  expect(shipped.fields).toHaveProperty('program');
  const { fypGroupName } = await student.caller.call(submitProposal, {
    body: aProposal([student], {
      program: 'MScHCI',
      category: 'Robotics',
      supervisor: 'Dr. Mateo Vargas',
    }),
  });
  expect(fypGroupName).toBe('MScHCI-2031-001');
  await close();
});
