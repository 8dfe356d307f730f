import { describe, expect } from 'vitest';
import { addAnnouncement } from '#contract/messages/announcements.ts';
import { buildCohortQueryParams } from '#server/test/content/settings.ts';
import { createTestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  addTestAnnouncement,
  announcementDraft,
  laterPublishDate,
} from '#server/test/records/announcements.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const refuse = (portal: Portal, changes: object) =>
  expectRefusal(portal, portal.admin, addAnnouncement, {
    body: { ...buildCohortQueryParams(portal), ...announcementDraft, ...changes },
  });

describe('an announcement is rejected', () => {
  test.for([
    ['without a title', { title: ' ' }, 'title', 'Title is required.'],
    ['with a long title', { title: 'x'.repeat(121) }, 'title', /120 characters or fewer/],
    ['without a text', { text: '\n' }, 'text', 'Text is required.'],
    ['with a long text', { text: 'x'.repeat(5001) }, 'text', /5000 characters or fewer/],
    [
      'with a link that runs code',
      { text: 'a\n\n- *[b](javascript:c)*' },
      'text',
      /“javascript:c”/,
    ],
    ['to nobody', { roles: [] }, 'roles', 'Choose at least one role.'],
    [
      'with a publication time in the past',
      { publishAt: '2027-01-15T09:59:00.000Z' },
      'publishAt',
      /in the future/,
    ],
    [
      'with an end time that is not after its publication time',
      { publishAt: laterPublishDate, shownUntil: laterPublishDate },
      'shownUntil',
      /a time after the announcement is published/,
    ],
    [
      'to a program that the cohort does not have',
      { audience: { to: 'programs', programs: ['BSXX'] } },
      'audience.programs',
      /has no program BSXX\. Choose from: BSCS/,
    ],
  ] as const)('%s', async ([, changes, field, message], { portal }) => {
    const refused = await refuse(portal, changes);
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['invalid', [field]]);
    expect(refused.message).toMatch(message);
  });

  test('if its group is unknown, its author is a supervisor, its content is a duplicate, or its cohort is closed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const groups = { to: 'groups', groupIds: [team.groupId, unknown] };
    expect((await refuse(portal, { audience: groups })).code).toBe('not-found');
    await addTestAnnouncement(portal);
    expect((await refuse(portal, {})).code).toBe('name-taken');
    await closeCurrentCohort(portal);
    expect((await refuse(portal, { title: 'Another' })).code).toBe('cohort-closed');
  });
});
