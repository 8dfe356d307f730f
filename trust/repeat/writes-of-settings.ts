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
import {
  addPerson,
  countOf,
  type Fixture,
  newTag,
  type Prepare,
  type Prepared,
} from './fixture.ts';

const admin = ({ url, admin: token }: Fixture) => new Caller(url, token);
const entriesOf = ({ db }: Fixture, { _id }: Cohort) =>
  countOf(db.selectFrom('audit_entries').select('id').where('subject_id', '=', _id));
const versionsOf = ({ db }: Fixture, { _id }: Cohort) =>
  countOf(db.selectFrom('settings').select('version').where('scope', '=', _id));

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
    make: (cohort: Cohort, fixture: Fixture) => Promise<Pick<Prepared, 'endpoint' | 'input'>>,
  ): Prepare =>
  async (fixture) => {
    const cohort = await aCohort(fixture);
    const request = await make(cohort, fixture);
    const before = await entriesOf(fixture, cohort);
    return {
      ...request,
      token: fixture.admin,
      refusals: ['stale-version', 'cohort-closed'],
      effects: async () => ({ entries: (await entriesOf(fixture, cohort)) - before }),
    };
  };
const of = ({ _id, version }: Cohort, changes: object = {}) => ({
  params: { cohortId: _id },
  body: { version, ...changes },
});

/** The request, to a cohort of its own, and how many versions of settings it adds. */
const withVersions =
  (
    make: (cohort: Cohort, fixture: Fixture) => Promise<Pick<Prepared, 'endpoint' | 'input'>>,
  ): Prepare =>
  async (fixture) => {
    const cohort = await aCohort(fixture);
    const request = await make(cohort, fixture);
    const before = await versionsOf(fixture, cohort);
    return {
      ...request,
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({ versions: (await versionsOf(fixture, cohort)) - before }),
    };
  };

let hours = 0;
/** Each time for a later date, so that it is never the one that stands. */
const asked = (deadlineId: string) => {
  hours += 1;
  const askedDue = new Date(Date.UTC(2090, 0, 1, hours)).toISOString();
  return { deadlineId, askedDue, reason: newTag() };
};
const requestsBecause = ({ db }: Fixture, reason: string) =>
  countOf(db.selectFrom('extension_requests').select('id').where('reason', '=', reason));
const closeRequest = ({ db }: Fixture, reason: string) =>
  db
    .updateTable('extension_requests')
    .set({ decision: 'refused' })
    .where('reason', '=', reason)
    .execute();
/** How many lines of the group's history say that this date was agreed. */
const agreed = ({ db, group }: Fixture, due: string) =>
  countOf(
    db
      .selectFrom('changes')
      .select('id')
      .where('group_id', '=', group.groupId)
      .where('field', 'like', 'deadline %')
      .where('value_to', '=', due),
  );

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
  saveSetting: withVersions(async ({ code }, fixture) => {
    const of = { params: { name: 'choices' as const }, query: { cohort: code } };
    const { value, version } = await admin(fixture).call(getSetting, of);
    return { endpoint: saveSetting, input: { ...of, body: { version, value } } };
  }),
  convertScheme: withVersions(async ({ code }, fixture) => {
    const query = { cohort: code };
    const of = { params: { name: 'scheme' as const }, query };
    const { value, version } = await admin(fixture).call(getSetting, of);
    const body = { version, value, conversion: {}, dryRun: false };
    return { endpoint: convertScheme, input: { query, body } };
  }),
  importSettings: withVersions(async ({ code }) => {
    const text = `- title: ${newTag()}\n  due: 2028-09-26 23:00\n`;
    const body = { files: { 'deadlines.yaml': text }, dryRun: false };
    return { endpoint: importSettings, input: { query: { cohort: code }, body } };
  }),
  askExtension: async (fixture) => {
    const body = asked('final-thesis-hard-copy-and-code-upload-zip');
    return {
      endpoint: askExtension,
      input: { params: { groupId: fixture.group.groupId }, body },
      token: fixture.group.student.token,
      refusals: ['stale-version'],
      effects: async () => ({ requests: await requestsBecause(fixture, body.reason) }),
      after: () => closeRequest(fixture, body.reason),
    };
  },
  decideExtension: async (fixture) => {
    const body = asked('thesis-and-sim-report-soft-copies');
    const student = new Caller(fixture.url, fixture.group.student.token);
    const { groupId } = fixture.group;
    const { request } = await student.call(askExtension, { params: { groupId }, body });
    return {
      endpoint: decideExtension,
      input: { params: { requestId: request._id }, body: { decision: 'granted', reason: '' } },
      token: fixture.admin,
      refusals: ['stale-version'],
      effects: async () => ({ changes: await agreed(fixture, body.askedDue) }),
    };
  },
  setGroupDeadlines: async (fixture) => {
    const { askedDue: due, reason, deadlineId } = asked('april-monthly-report');
    const change = { to: 'date', due };
    const body = { groupIds: [fixture.group.groupId], change, reason, dryRun: false };
    return {
      endpoint: setGroupDeadlines,
      input: { params: { deadlineId }, body },
      token: fixture.admin,
      effects: async () => ({ changes: await agreed(fixture, due) }),
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
    const muted = fixture.db
      .selectFrom('notice_settings')
      .select('user_id')
      .where('delivery', '=', 'page');
    return {
      endpoint: muteReminders,
      input: { body: { isMuted: true } },
      token,
      effects: async () => ({ muted: await countOf(muted.where('user_id', '=', userId)) }),
    };
  },
} satisfies Record<string, Prepare>;
