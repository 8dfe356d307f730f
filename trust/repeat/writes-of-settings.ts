import { endCalendar, makeCalendar } from '#contract/calendar.ts';
import {
  addCohort,
  type Cohort,
  closeCohort,
  listCohorts,
  reopenCohort,
  updateCohort,
} from '#contract/cohorts.ts';
import { convertScheme, getSetting, importSettings, saveSetting } from '#contract/settings.ts';
import {
  askExtension,
  decideExtension,
  muteReminders,
  setGroupDeadlines,
} from '#contract/submissions.ts';
import { Caller } from '#tools/test/caller.ts';
import { addPerson, countOf, type Fixture, newTag, type Prepare } from './fixture.ts';

const admin = ({ url, admin: token }: Fixture) => new Caller(url, token);
const entriesOf = ({ db }: Fixture) =>
  countOf(db.selectFrom('audit_entries').select('id').where('subject_kind', '=', 'cohort'));
const versionsOf = ({ db }: Fixture) => countOf(db.selectFrom('settings').select('version'));

async function aCohort(fixture: Fixture): Promise<Cohort> {
  const { cohorts } = await admin(fixture).call(listCohorts);
  const from = cohorts[0]?._id ?? '';
  const tag = newTag();
  const deadlines = [{ title: 'Proposal', due: '2028-09-25 23:00' }];
  const body = { name: `Session ${tag}`, code: tag.slice(0, 12), from, deadlines };
  return (await admin(fixture).call(addCohort, { body })).cohort;
}

const withCohort =
  (
    make: (
      cohort: Cohort,
      fixture: Fixture,
    ) => Promise<Pick<Awaited<ReturnType<Prepare>>, 'endpoint' | 'input'>>,
  ): Prepare =>
  async (fixture) => {
    const request = await make(await aCohort(fixture), fixture);
    const before = await entriesOf(fixture);
    return {
      ...request,
      token: fixture.admin,
      refusals: ['stale-version', 'cohort-closed'],
      effects: async () => ({ entries: (await entriesOf(fixture)) - before }),
    };
  };
const of = ({ _id, version }: Cohort, changes: object = {}) => ({
  params: { cohortId: _id },
  body: { version, ...changes },
});

/** The request, and how many versions of settings it may add. */
const withVersions =
  (
    make: (fixture: Fixture) => Promise<Pick<Awaited<ReturnType<Prepare>>, 'endpoint' | 'input'>>,
  ): Prepare =>
  async (fixture) => {
    const request = await make(fixture);
    const before = await versionsOf(fixture);
    return {
      ...request,
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({ versions: (await versionsOf(fixture)) - before }),
    };
  };

let hours = 0;
/** Each time for a later date, so that it is never the one that stands. */
const asked = (deadlineId: string) => {
  hours += 1;
  const askedDue = new Date(Date.UTC(2090, 0, 1, hours)).toISOString();
  return { deadlineId, askedDue, reason: 'Ill.' };
};
async function aDeadline(fixture: Fixture): Promise<string> {
  const { cohorts } = await admin(fixture).call(listCohorts);
  const current = cohorts.find(({ isCurrent }) => isCurrent);
  return current?.deadlines.at(-1)?._id ?? '';
}
const openRequests = ({ db }: Fixture) =>
  countOf(db.selectFrom('extension_requests').select('id').where('decision', 'is', null));
const agreements = ({ db }: Fixture) =>
  countOf(db.selectFrom('changes').select('id').where('field', 'like', 'deadline %'));

export const writesOfSettings = {
  addCohort: async (fixture) => {
    const { _id } = await aCohort(fixture);
    const tag = newTag();
    const deadlines = [{ title: 'Proposal', due: '2028-09-25 23:00' }];
    return {
      endpoint: addCohort,
      input: { body: { name: tag, code: tag.slice(0, 12), from: _id, deadlines } },
      token: fixture.admin,
      refusals: ['name-taken'],
      effects: async () => ({
        cohorts: await countOf(
          fixture.db.selectFrom('cohorts').select('id').where('name', '=', tag),
        ),
      }),
    };
  },
  updateCohort: withCohort(async (cohort) => ({
    endpoint: updateCohort,
    input: of(cohort, { name: newTag() }),
  })),
  closeCohort: withCohort(async (cohort) => ({ endpoint: closeCohort, input: of(cohort) })),
  reopenCohort: withCohort(async (cohort, fixture) => {
    const closed = await admin(fixture).call(closeCohort, of(cohort));
    return { endpoint: reopenCohort, input: of(closed.cohort) };
  }),
  saveSetting: withVersions(async (fixture) => {
    const { value, version } = await admin(fixture).call(getSetting, { params: { name: 'faq' } });
    return { endpoint: saveSetting, input: { params: { name: 'faq' }, body: { version, value } } };
  }),
  convertScheme: withVersions(async (fixture) => {
    const { value, version } = await admin(fixture).call(getSetting, {
      params: { name: 'scheme' },
    });
    const body = { version, value, conversion: {}, dryRun: false };
    return { endpoint: convertScheme, input: { body } };
  }),
  importSettings: withVersions(async () => {
    const entry = `- { name: ${newTag()}, role: Writer, bio: Text., year: '2027', photo: '' }\n`;
    const body = { files: { 'developers.yaml': entry }, dryRun: false };
    return { endpoint: importSettings, input: { body } };
  }),
  askExtension: async (fixture) => ({
    endpoint: askExtension,
    input: { params: { groupId: fixture.group.groupId }, body: asked(await aDeadline(fixture)) },
    token: fixture.group.student.token,
    refusals: ['stale-version'],
    effects: async () => ({ requests: await openRequests(fixture) }),
    after: async () => {
      await fixture.db.updateTable('extension_requests').set({ decision: 'refused' }).execute();
    },
  }),
  decideExtension: async (fixture) => {
    const deadlineId = await aDeadline(fixture);
    const student = new Caller(fixture.url, fixture.group.student.token);
    const params = { groupId: fixture.group.groupId };
    const { request } = await student.call(askExtension, { params, body: asked(deadlineId) });
    const before = await agreements(fixture);
    return {
      endpoint: decideExtension,
      input: { params: { requestId: request._id }, body: { decision: 'granted', reason: '' } },
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({ changes: (await agreements(fixture)) - before }),
    };
  },
  setGroupDeadlines: async (fixture) => {
    const deadlineId = await aDeadline(fixture);
    const before = await agreements(fixture);
    const { askedDue: due, reason } = asked(deadlineId);
    const change = { to: 'date', due };
    const body = { groupIds: [fixture.group.groupId], change, reason, dryRun: false };
    return {
      endpoint: setGroupDeadlines,
      input: { params: { deadlineId }, body },
      token: fixture.admin,
      effects: async () => ({ changes: (await agreements(fixture)) - before }),
    };
  },
  makeCalendar: async (fixture) => {
    const { userId, token } = await addPerson(fixture);
    const calendars = fixture.db.selectFrom('calendars').select('user_id');
    return {
      endpoint: makeCalendar,
      token,
      effects: async () => ({ calendars: await countOf(calendars.where('user_id', '=', userId)) }),
    };
  },
  endCalendar: async (fixture) => {
    const { userId, token } = await addPerson(fixture);
    await new Caller(fixture.url, token).call(makeCalendar);
    const calendars = fixture.db.selectFrom('calendars').select('user_id');
    return {
      endpoint: endCalendar,
      token,
      effects: async () => ({
        ended: 1 - (await countOf(calendars.where('user_id', '=', userId))),
      }),
    };
  },
  muteReminders: async (fixture) => {
    const { userId, token } = await addPerson(fixture);
    const muted = fixture.db.selectFrom('muted_reminders').select('user_id');
    return {
      endpoint: muteReminders,
      input: { body: { isMuted: true } },
      token,
      effects: async () => ({ muted: await countOf(muted.where('user_id', '=', userId)) }),
    };
  },
} satisfies Record<string, Prepare>;
