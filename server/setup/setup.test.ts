import { describe, expect } from 'vitest';
import { findDesk } from '#contract/desk.ts';
import { paths } from '#contract/paths.ts';
import { findCategories } from '#contract/settings/categories.ts';
import { findHome } from '#contract/settings/content.ts';
import { findDevelopers } from '#contract/settings/developers.ts';
import { findUnknownPlaceholders } from '#contract/settings/rule-placeholders.ts';
import { saveSetting } from '#contract/settings/settings.ts';
import { decideSetup, findSetup, replaceTexts, type SetupStepName } from '#contract/setup.ts';
import { getRuleValues } from '#server/content/rule-values.ts';
import { buildSettingChange, readSetting } from '#server/test/content/settings.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal, test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { readNeutralTexts } from './neutral-texts.ts';

const findStep = async (portal: Portal, name: SetupStepName) => {
  const { steps } = await portal.admin.call(findSetup);
  return steps.find((step) => step.name === name);
};

type SettingStepName = 'department' | 'modules' | 'choices' | 'deadlines' | 'scheme' | 'groups';

const save = async (portal: Portal, name: SettingStepName) =>
  portal.admin.call(
    saveSetting,
    await buildSettingChange<typeof name>(portal, name, () => undefined),
  );

/** The action of a coordinator for each step. A step that has no state is decided by hand. */
const actions: Record<SetupStepName, (portal: Portal) => Promise<unknown>> = {
  department: (portal) => save(portal, 'department'),
  modules: (portal) => save(portal, 'modules'),
  choices: (portal) => save(portal, 'choices'),
  deadlines: (portal) => save(portal, 'deadlines'),
  scheme: (portal) => save(portal, 'scheme'),
  groups: (portal) => save(portal, 'groups'),
  supervisors: async (portal) => {
    for (const name of portal.content.current.choices.supervisors)
      await createTestUser(portal, 'faculty', name);
  },
  people: (portal) => createTestGroup(portal),
  mail: (portal) => portal.admin.call(decideSetup, { params: { choice: 'mail' } }),
  announcement: (portal) => portal.admin.call(decideSetup, { params: { choice: 'announcement' } }),
  students: (portal) => createTestUser(portal),
};
const names = Object.keys(actions) as SetupStepName[];

describe('the setup checklist', () => {
  test('of a new portal lists every step as open, in order, without changing anything', async ({
    portal,
  }) => {
    const before = await portal.snapshot();
    const { steps, isShown, asksForTexts } = await portal.admin.call(findSetup);
    expect(steps.map(({ name, isDone }) => [name, isDone])).toEqual(
      names.map((name) => [name, false]),
    );
    expect([isShown, asksForTexts]).toEqual([true, true]);
    expect(steps.find(({ name }) => name === 'mail')?.to).toBe(paths.installation);
    expect(await portal.snapshot()).toEqual(before);
  });

  test.for(names)(
    'ticks the step “%s” once it is done, and no other step with it',
    async (name, { portal }) => {
      await actions[name](portal);
      const { steps } = await portal.admin.call(findSetup);
      const implied = name === 'people' ? ['people', 'students'] : [name];
      expect(steps.filter(({ isDone }) => isDone).map((step) => step.name)).toEqual(implied);
    },
  );

  test('disappears with the last step and the answer about the texts', async ({ portal }) => {
    for (const name of names) await actions[name](portal);
    expect((await portal.admin.call(findSetup)).isShown).toBe(true);
    await portal.admin.call(decideSetup, { params: { choice: 'texts' } });
    expect(await portal.admin.call(findSetup)).toMatchObject({
      isShown: false,
      asksForTexts: false,
    });
  });

  test('can be hidden, and two admins who hide it at the same moment leave a single audit entry', async ({
    portal,
  }) => {
    const hide = () => portal.admin.call(decideSetup, { params: { choice: 'hidden' } });
    await Promise.all([hide(), hide()]);
    expect((await portal.admin.call(findSetup)).isShown).toBe(false);
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setup-changed')
      .execute();
    expect(entries).toEqual([{ detail: 'hidden' }]);
  });

  test('is not shown in a portal that is in use, such as one with marks', async ({ portal }) => {
    const group = await createTestGroup(portal);
    expect((await portal.admin.call(findSetup)).isShown).toBe(true);
    await saveTestMarks(group, group.supervisor, { month1: { marks: 9 } });
    expect((await portal.admin.call(findSetup)).isShown).toBe(false);
  });

  test('is a task on the desks of admins until it is hidden, and of nobody else', async ({
    portal,
  }) => {
    const findTasks = async (caller: Portal['admin']) =>
      (await caller.call(findDesk)).items.filter(({ id }) => id === 'setup');
    const faculty = await createTestUser(portal, 'faculty');
    expect(await findTasks(portal.admin)).toEqual([
      { id: 'setup', text: expect.stringMatching(/0 of 11 steps/), to: '/desk', isUrgent: false },
    ]);
    expect(await findTasks(faculty.caller)).toEqual([]);
    await save(portal, 'groups');
    expect((await findTasks(portal.admin))[0]?.text).toContain('1 of 11 steps done');
    await portal.admin.call(decideSetup, { params: { choice: 'hidden' } });
    expect(await findTasks(portal.admin)).toEqual([]);
  });

  test('names the address at which students sign up', async ({ portal }) => {
    expect((await findStep(portal, 'students'))?.detail).toContain(
      `${portal.config.publicUrl}/signup`,
    );
  });

  test('counts only supervisors of the list, and only faculty accounts', async ({ portal }) => {
    const [first, second] = portal.content.current.choices.supervisors;
    await createTestUser(portal, 'faculty', first?.toUpperCase());
    await createTestUser(portal, 'student', second);
    await createTestUser(portal, 'faculty', 'Dr. Not Listed');
    expect((await findStep(portal, 'supervisors'))?.detail).toBe(
      '1 of 9 listed supervisors have an account with the same name.',
    );
  });

  test('ticks the mail server if one is configured', async () => {
    const { portal, close } = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await findStep(portal, 'mail')).toMatchObject({
      isDone: true,
      detail: 'A mail server is configured.',
    });
    await close();
  });

  test('shows the admin’s decision for a step whose state the portal cannot detect', async ({
    portal,
  }) => {
    await portal.admin.call(decideSetup, { params: { choice: 'scheme' } });
    expect(await findStep(portal, 'scheme')).toMatchObject({
      isDone: true,
      detail: 'Decided by an admin: keep as it is.',
    });
  });
});

describe('the neutral texts', () => {
  test('replace the first texts, which stay in the history, and answer the question', async ({
    portal,
  }) => {
    const { message } = await portal.admin.call(replaceTexts);
    expect(message).toBe(
      'Replaced with neutral texts: Home page, FAQ, Developers, Category cards.',
    );
    const home = await portal.visitor.call(findHome);
    expect(JSON.stringify([home.slides, home.messages, home.faq])).not.toMatch(
      /Soan|Zaidi|Awan|Room 214|\{[a-z]|not set/i,
    );
    expect(home.slides[0]?.text).toContain('up to three members');
    expect((await portal.visitor.call(findDevelopers)).developers).toEqual([]);
    expect((await portal.admin.call(findCategories)).categories).toEqual([]);
    expect((await readSetting(portal, 'home')).version).toBe(2);
    expect((await portal.admin.call(findSetup)).asksForTexts).toBe(false);
  });

  test('leave a text unchanged that an admin has edited', async ({ portal }) => {
    const edit = await buildSettingChange(portal, 'faq', (faq) => {
      getItemAt(faq, 0).title = 'Typed by an admin';
    });
    await portal.admin.call(saveSetting, edit);
    const { message } = await portal.admin.call(replaceTexts);
    expect(message).toBe('Replaced with neutral texts: Home page, Developers, Category cards.');
    expect((await readSetting(portal, 'faq')).value[0]?.title).toBe('Typed by an admin');
  });

  test('are written by only one of two admins who choose them at the same moment', async ({
    portal,
  }) => {
    const results = await Promise.allSettled([
      portal.admin.call(replaceTexts),
      portal.admin.call(replaceTexts),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusal = await expectRefusal(portal, portal.admin, replaceTexts);
    expect([refusal.code, refusal.message]).toEqual([
      'stale-version',
      'Nothing was changed: an admin has already edited or replaced these texts.',
    ]);
  });

  test('quote only rules that every department has', ({ portal }) => {
    const texts = readNeutralTexts(portal.content.timeZone);
    const values = Object.fromEntries(
      Object.entries(getRuleValues(portal)).filter(([name]) => !/^(total|date|time):/.test(name)),
    );
    expect(findUnknownPlaceholders(texts, values)).toEqual([]);
  });
});
