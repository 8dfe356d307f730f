import { saveSetting, settingDefinitions } from '#contract/settings/settings.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import { type AccessMatrix, getAdminCaller } from '#server/test/matrix/requests.ts';

const readSetting = async ({ portal }: MatrixFixture, name: 'faq' | 'scheme' | 'deadlines') => {
  await portal.content.refresh();
  const scope =
    settingDefinitions[name].scope === 'cohort' ? portal.content.current._id : 'department';
  return portal.db
    .selectFrom('settings')
    .selectAll()
    .where('scope', '=', scope)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
};

/** Moves the cohort's deadlines by a minute. Returns the new version of the deadlines. */
async function moveDeadlines(fixture: MatrixFixture): Promise<number> {
  const { value, version } = await readSetting(fixture, 'deadlines');
  const minute = String((version % 59) + 1).padStart(2, '0');
  const deadlines = (JSON.parse(value) as { due: string }[]).map((deadline) => ({
    ...deadline,
    due: `${deadline.due.slice(0, -2)}${minute}`,
  }));
  const { setting } = await getAdminCaller(fixture).call(saveSetting, {
    params: { name: 'deadlines' },
    query: cohortOf(fixture, '-'),
    body: { version, value: deadlines },
  });
  return setting.version;
}

const nameOf = (target: string) => (target === 'malformed' ? 'weather' : 'faq');
const cohortOf = ({ portal }: MatrixFixture, target: string) => ({
  cohort: target === 'unknown' ? 'nowhere' : portal.content.current.code,
});

export const accessMatrix: AccessMatrix = {
  getSetting: {
    rows: { '-': '200', malformed: '400', unknown: '404' },
    buildRequest: (_world, _actor, target) => ({
      params: { name: nameOf(target) },
      query: target === 'unknown' ? { version: 999 } : {},
    }),
  },
  listSettingVersions: {
    rows: { '-': '200', malformed: '400' },
    buildRequest: (_world, _actor, target) => ({ params: { name: nameOf(target) } }),
  },
  saveSetting: {
    repeat: ['stale-version'],
    rows: { '-': '200!', malformed: '400' },
    buildRequest: async (fixture, _actor, target) => {
      const { value, version } = await readSetting(fixture, 'faq');
      return { params: { name: nameOf(target) }, body: { version, value: JSON.parse(value) } };
    },
  },
  previewDeadlines: {
    rows: { '-': '200', unknown: '404' },
    buildRequest: async (fixture, _actor, target) => {
      const { value } = await readSetting(fixture, 'deadlines');
      return { query: cohortOf(fixture, target), body: { value: JSON.parse(value) } };
    },
  },
  findDeadlineMoves: {
    rows: { '-': '200', unknown: '404' },
    buildRequest: (fixture, _actor, target) => ({ query: cohortOf(fixture, target) }),
  },
  announceDeadlineMoves: {
    rows: { '-': '200!', unknown: '404' },
    buildRequest: async (fixture, _actor, target) => ({
      query: cohortOf(fixture, target),
      body: { version: await moveDeadlines(fixture) },
    }),
  },
  convertScheme: {
    repeat: ['stale-version'],
    rows: { '-': '200!', unknown: '404' },
    buildRequest: async (fixture, _actor, target) => {
      const { value, version } = await readSetting(fixture, 'scheme');
      const body = { version, value: JSON.parse(value), conversion: {}, dryRun: false };
      return { query: cohortOf(fixture, target), body };
    },
  },
  getSettingsFiles: {
    rows: { '-': '200', unknown: '404' },
    buildRequest: (fixture, _actor, target) => ({ query: cohortOf(fixture, target) }),
  },
};
