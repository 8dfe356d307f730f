import { describe, expect } from 'vitest';
import { findHome } from '#contract/content.ts';
import { findGroup, listChanges } from '#contract/groups.ts';
import { findMilestone, type Scheme } from '#contract/rules/scheme.ts';
import {
  convertScheme,
  getSetting,
  getSettingsFiles,
  importSettings,
  listSettingVersions,
  type SettingName,
  saveSetting,
} from '#contract/settings.ts';
import { openContent } from '#server/content/content.ts';
import { save } from '#server/test/marking.ts';
import { aTeam } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';

// biome-ignore lint/suspicious/noExplicitAny: each setting has a shape of its own, which the portal checks.
const read = async (portal: Portal, name: SettingName): Promise<{ version: number; value: any }> =>
  portal.admin.call(getSetting, { params: { name } }) as never;

async function change(
  portal: Portal,
  name: SettingName,
  // biome-ignore lint/suspicious/noExplicitAny: each setting has a shape of its own, which the portal checks.
  by: (value: any) => void,
) {
  const { version, value } = await read(portal, name);
  by(value);
  return { params: { name }, body: { version, value } };
}

describe('a setting', () => {
  test('shows to everybody once it is saved, in other processes too', async ({ portal }) => {
    const other = await openContent(portal.db, portal.content.timeZone);
    const edit = await change(portal, 'department', (value) => {
      value.name = 'School of Computing';
    });
    const { setting } = await portal.admin.call(saveSetting, edit);
    expect([setting.version, setting.changedBy]).toEqual([2, 'The Admin']);
    expect((await portal.visitor.call(findHome)).department.name).toBe('School of Computing');
    expect(other.department.name).not.toBe('School of Computing');
    await other.refresh();
    expect(other.department.name).toBe('School of Computing');
  });

  test('keeps every version with who saved it and when, and an earlier one can be restored', async ({
    portal,
  }) => {
    const first = await read(portal, 'home');
    const edit = await change(portal, 'home', (value) => {
      value.welcome.title = 'Welcome, everybody';
    });
    portal.wait(60_000);
    await portal.admin.call(saveSetting, edit);
    const old = await portal.admin.call(getSetting, {
      params: { name: 'home' },
      query: { version: 1 },
    });
    expect(old.value).toEqual(first.value);
    const restore = {
      params: { name: 'home' as const },
      body: { version: 2, value: old.value, restored: 1 },
    };
    await portal.admin.call(saveSetting, restore);
    const { versions } = await portal.admin.call(listSettingVersions, { params: { name: 'home' } });
    expect(versions.map(({ version, changedBy }) => [version, changedBy])).toEqual([
      [3, 'The Admin'],
      [2, 'The Admin'],
      [1, null],
    ]);
    expect((await read(portal, 'home')).value).toEqual(first.value);
    const entries = await portal.db
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'setting-changed')
      .orderBy('sequence')
      .execute();
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Home page',
      'Home page: version 1 restored',
    ]);
  });

  test('is saved by one of two who edit the same version, and the other learns who was first', async ({
    portal,
  }) => {
    const edits = await Promise.all(
      ['One', 'Two'].map((name) =>
        change(portal, 'department', (value) => {
          value.name = name;
        }),
      ),
    );
    const results = await Promise.allSettled(
      edits.map((edit) => portal.admin.call(saveSetting, edit)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(refused[0]?.reason.code).toBe('stale-version');
    const late = await refusalOf(portal, portal.admin, saveSetting, edits[0]);
    expect(late.message).toBe(
      'Nothing was saved: “Department” was changed meanwhile. The Admin did on 15 January 2027, 15:00. Look at the newest version and repeat your change there.',
    );
  });

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  test.for<[string, SettingName, (value: any) => void, string, string]>([
    [
      'a field that is empty',
      'department',
      (value: { name: string }) => {
        value.name = ' ';
      },
      'name',
      'This is empty. Write some text.',
    ],
    [
      'a colour of another form',
      'department',
      (value: { colour: string }) => {
        value.colour = 'red';
      },
      'colour',
      '“red” does not fit. Write a colour such as #1d5b52.',
    ],
    [
      'a colour too pale to be read',
      'department',
      (value: { colour: string }) => {
        value.colour = '#f0c000';
      },
      'colour',
      '“#f0c000” is too light for links and for the white text on buttons: its contrast is 1.5 to 1, and 4.5 to 1 is needed. Choose a darker one; the nearest that is read well is #866b00.',
    ],
    [
      'a logo with a script',
      'department',
      (value: { logo: string }) => {
        const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
        value.logo = `data:image/svg+xml;base64,${btoa(svg)}`;
      },
      'logo',
      'The SVG holds <script>. Save it as “plain SVG”, with shapes and text only.',
    ],
    [
      'a link that a browser would run',
      'faq',
      (value: { questions: { answer: string[] }[] }[]) => {
        value[0]?.questions[0]?.answer.push('[Click](javascript:alert(1))');
      },
      '0.questions.0.answer.1',
      'The link “javascript:alert(1” leads nowhere. Write a path that begins with one /, such as /coursera, or an address that begins with https://.',
    ],
    [
      'a program that a deadline names and that goes',
      'deadlines',
      (value: { programs: string[] }[]) => {
        Object.assign(value[0] ?? {}, { programs: ['BSX'] });
      },
      '0.programs.0',
      '“BSX” is not among the programs. Write one of BSCS, BSSE, BSAI, BSCyber, BSIT.',
    ],
    [
      'a supervisor who goes while a category card names them',
      'choices',
      (value: { supervisors: string[] }) => {
        value.supervisors.shift();
      },
      'supervisors',
      '“Dr. Samina Rafiq” stands on the category card “Web Development”. Change that card first.',
    ],
  ])('is refused with %s, by the field', async ([, name, by, field, message], { portal }) => {
    const edit = await change(portal, name, by);
    const refused = await refusalOf(portal, portal.admin, saveSetting, edit);
    expect(refused.fields?.[field]).toBe(message);
  });
});

const withTotal = (total: number) => (scheme: Scheme) => {
  const milestone = scheme.parts[0]?.milestones.find(({ key }) => key === 'month1');
  Object.assign(milestone ?? {}, { total });
};

describe('the marking scheme', () => {
  test('can be renamed and extended at any time, and groups have the new milestone at once', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    const edit = await change(portal, 'scheme', (scheme: Scheme) => {
      const [part] = scheme.parts;
      part?.milestones.push({
        ...{ key: 'poster', title: 'Poster', total: 5, weight: 5, markers: ['supervisor'] },
      });
    });
    await portal.admin.call(saveSetting, edit);
    await save(team, team.supervisor, { poster: { marks: 4.5 } });
    const { member } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    expect(member.poster?.marks).toBe(4.5);
  });

  test('keeps what has marks unless the marks are converted', async ({ portal }) => {
    const team = await aTeam(portal);
    await save(team, team.supervisor, { month1: { marks: 9, feedback: 'Good.' } });
    const edit = await change(portal, 'scheme', withTotal(5));
    const refused = await refusalOf(portal, portal.admin, saveSetting, edit);
    expect(refused.message).toBe(
      'Month1 has a total of 5, and a mark of 9. Raise the total. Or convert the marks: that shows each before and after.',
    );
  });

  test('shows each mark before and after a conversion, which writes only when asked to', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await save(team, team.supervisor, { month1: { marks: 9, feedback: 'Good.' } });
    const { body } = await change(portal, 'scheme', withTotal(5));
    const conversion = { month1: 'scale' as const };
    const before = await portal.snapshot();
    const ask = (dryRun: boolean) =>
      portal.admin.call(convertScheme, { body: { ...body, conversion, dryRun } });
    const trial = await ask(true);
    expect(await portal.snapshot()).toEqual(before);
    const [mark] = trial.marks;
    expect([trial.isSaved, trial.marks.length, mark?.before, mark?.after]).toEqual([
      false,
      1,
      9,
      4.5,
    ]);
    expect((await ask(false)).isSaved).toBe(true);
    const { member } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    expect(member.month1).toMatchObject({ marks: 4.5, feedback: 'Good.', revision: 2 });
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes[0]).toMatchObject({ part: 'month1', field: 'marks', from: '9', to: '4.5' });
  });

  test('loses a milestone with its marks only by a conversion, and the history keeps them', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await save(team, team.supervisor, { month1: { marks: 9 } });
    const { body } = await change(portal, 'scheme', (scheme: Scheme) => {
      const [part] = scheme.parts;
      if (part) part.milestones = part.milestones.filter(({ key }) => key !== 'month1');
    });
    const keep = { body: { ...body, conversion: { month1: 'keep' as const }, dryRun: false } };
    expect((await refusalOf(portal, portal.admin, convertScheme, keep)).code).toBe('invalid');
    const remove = { body: { ...body, conversion: { month1: 'remove' as const }, dryRun: false } };
    await portal.admin.call(convertScheme, remove);
    expect(await portal.db.selectFrom('marks').selectAll().execute()).toEqual([]);
    const { changes } = await portal.admin.call(listChanges, { params: { groupId: team.groupId } });
    expect(changes[0]).toMatchObject({ part: 'month1', field: 'marks', from: '9', to: null });
  });
});

const thesisDeadline = 'thesis-and-sim-report-soft-copies';
const withLink = (key: string, deadline: string | undefined) => (scheme: Scheme) => {
  Object.assign(findMilestone(scheme, key) ?? {}, { deadline });
};

describe('what a milestone is due with', () => {
  const isStillNamed =
    'The milestone “Similarity report” is due with the deadline “Thesis and Sim-report soft copies”. Change that milestone in the marking scheme first, or keep the deadline with its id thesis-and-sim-report-soft-copies.';

  test('is refused where the cohort has no such deadline: saved, converted or from a file', async ({
    portal,
  }) => {
    const message =
      '“poster-day”, which the milestone “Month 1” is due with, is not among the deadlines. Write one of proposal-certificate-submission, ';
    const edit = await change(portal, 'scheme', withLink('month1', 'poster-day'));
    const saved = await refusalOf(portal, portal.admin, saveSetting, edit);
    expect(Object.keys(saved.fields ?? {})).toEqual(['parts.0.milestones.1.deadline']);
    expect(saved.message).toContain(message);
    const conversion = { body: { ...edit.body, conversion: {}, dryRun: false } };
    const converted = await refusalOf(portal, portal.admin, convertScheme, conversion);
    expect(converted.message).toBe(saved.message);
    const { files } = await portal.admin.call(getSettingsFiles);
    const text = files['scheme.yaml']?.replace(thesisDeadline, 'poster-day') ?? '';
    const before = await portal.snapshot();
    const reply = await portal.admin.call(importSettings, {
      body: { files: { 'scheme.yaml': text }, dryRun: false },
    });
    expect(await portal.snapshot()).toEqual(before);
    expect(reply.errors).toEqual([
      expect.stringMatching(/^scheme\.yaml:\d+ parts\.1\.milestones\.2\.deadline: “poster-day”/),
    ]);
  });

  test('keeps its deadline from being left out, saved or from a file', async ({ portal }) => {
    const edit = await change(portal, 'deadlines', (list: { id: string }[]) => {
      list.splice(
        list.findIndex(({ id }) => id === thesisDeadline),
        1,
      );
    });
    const saved = await refusalOf(portal, portal.admin, saveSetting, edit);
    expect([saved.code, saved.message]).toEqual(['invalid', isStillNamed]);
    const { files } = await portal.admin.call(getSettingsFiles);
    const text = files['deadlines.yaml']?.replace(thesisDeadline, 'poster-day') ?? '';
    const imported = await refusalOf(portal, portal.admin, importSettings, {
      body: { files: { 'deadlines.yaml': text }, dryRun: false },
    });
    expect(imported.message).toBe(isStillNamed);
  });

  test('changes without a conversion, and its deadline can go once no milestone names it', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await save(team, team.supervisor, { thesis: { marks: 9 } });
    const rename = await change(portal, 'deadlines', (list: { id: string; title: string }[]) => {
      const found = list.find(({ id }) => id === thesisDeadline);
      if (found) found.title = 'Thesis';
    });
    await portal.admin.call(saveSetting, rename);
    const unlink = await change(portal, 'scheme', (scheme: Scheme) => {
      withLink('thesis', undefined)(scheme);
      withLink('similarityReport', 'april-monthly-report')(scheme);
    });
    await portal.admin.call(saveSetting, unlink);
    const edit = await change(portal, 'deadlines', (list: { id: string }[]) => {
      list.splice(
        list.findIndex(({ id }) => id === thesisDeadline),
        1,
      );
    });
    await portal.admin.call(saveSetting, edit);
    const { scheme, deadlines } = portal.content.current;
    expect(deadlines).toHaveLength(8);
    expect(findMilestone(scheme, 'similarityReport')?.deadline).toBe('april-monthly-report');
    const { files } = await portal.admin.call(getSettingsFiles);
    expect(files['scheme.yaml']).toContain('deadline: april-monthly-report');
    const row = await portal.db
      .selectFrom('marks')
      .select(['marks', 'revision'])
      .executeTakeFirst();
    expect(row).toMatchObject({ marks: 9, revision: 1 });
  });

  test('is converted with a total without another mark than the total asks for', async ({
    portal,
  }) => {
    const team = await aTeam(portal);
    await save(team, team.supervisor, { month1: { marks: 9 }, thesis: { marks: 8 } });
    const { body } = await change(portal, 'scheme', (scheme: Scheme) => {
      withTotal(5)(scheme);
      withLink('thesis', 'april-monthly-report')(scheme);
    });
    const conversion = { month1: 'scale' as const };
    const { marks } = await portal.admin.call(convertScheme, {
      body: { ...body, conversion, dryRun: false },
    });
    expect(marks.map(({ milestone, after }) => [milestone, after])).toEqual([['month1', 4.5]]);
    const { scheme } = portal.content.current;
    expect(findMilestone(scheme, 'thesis')?.deadline).toBe('april-monthly-report');
  });
});

describe('the files of a content folder', () => {
  test('come out as what a portal starts from, and change nothing when they go in again', async ({
    portal,
  }) => {
    const { files } = await portal.admin.call(getSettingsFiles);
    expect(Object.keys(files).toSorted()).toEqual(
      [
        ...['categories', 'courses', 'deadlines', 'department', 'developers', 'emails', 'faq'],
        ...['groups', 'home', 'reminders', 'scheme'],
      ].map((name) => `${name}.yaml`),
    );
    const body = { files, dryRun: false };
    expect(await portal.admin.call(importSettings, { body })).toEqual({
      ...{ message: 'The files say what stands already.', errors: [], changed: [], isSaved: false },
    });
  });

  test('are refused with every error by file and line, and nothing is written', async ({
    portal,
  }) => {
    const files = {
      'deadlines.yaml': '- title: A\n  due: soon\n',
      'faq.yaml': '- id: [',
      'weather.yaml': 'sunny',
    };
    const before = await portal.snapshot();
    const reply = await portal.admin.call(importSettings, { body: { files, dryRun: false } });
    expect(await portal.snapshot()).toEqual(before);
    expect(reply.isSaved).toBe(false);
    expect(reply.errors.map((error) => error.split(' ')[0])).toEqual([
      'weather.yaml:1',
      expect.stringMatching(/^faq.yaml:\d$/),
      'deadlines.yaml:2',
    ]);
  });

  test('say what would change before they change it', async ({ portal }) => {
    const milestone = '{ key: report, title: Report, total: 5, weight: 5, markers: [supervisor] }';
    const files = {
      'deadlines.yaml': '- title: Report\n  due: 2027-03-01 12:00\n',
      'scheme.yaml': `parts: [{ title: Spring, milestones: [${milestone}] }]`,
    };
    const ask = (dryRun: boolean) => portal.admin.call(importSettings, { body: { files, dryRun } });
    expect(await ask(true)).toMatchObject({ changed: ['scheme', 'deadlines'], isSaved: false });
    expect(portal.content.current.deadlines).toHaveLength(9);
    expect(await ask(false)).toMatchObject({ changed: ['scheme', 'deadlines'], isSaved: true });
    expect((await portal.visitor.call(findHome)).deadlines).toMatchObject([
      { _id: 'report', title: 'Report', due: '2027-03-01T07:00:00Z' },
    ]);
  });
});
