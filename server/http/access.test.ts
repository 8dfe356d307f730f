import type { FastifyInstance } from 'fastify';
import { describe, expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { login } from '#contract/session.ts';
import { type Role, roles } from '#contract/values/roles.ts';
import { buildApp } from '#server/app.ts';
import { endpoints } from '#server/features.ts';
import { serve } from '#server/http/serve.ts';
import { buildUnknownIdUrl } from '#server/test/endpoints.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusalWhenSending } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';

type Ask = { caller: ApiCaller; method: string; path: string };
const ask = ({ caller, method, path }: Ask) =>
  caller.fetch(path, {
    method,
    ...(method !== 'GET' &&
      method !== 'DELETE' && {
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
  });

const callerOf = async (portal: Portal, role: Role) => (await createTestUser(portal, role)).caller;
const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public');
const mayCall = ({ access }: Endpoint, role: Role) => access.includes(role);

const split = (names: string) => names.trim().split(/\s+/);

/** Every endpoint that is not reserved for admins, by the roles that may call it. Opening one changes this list. */
const openToOthers = {
  public: split(`
    confirmEmail findDevelopers findHome findPublicHelp findUnsubscribe forgotPassword login
    objectToGroup readCalendar register resetPassword unsubscribe
  `),
  'admin faculty student': split(`
    addMessage changePassword countNotices countUnreadMessages deleteDraft editMessage
    endCalendar endSession exportMeetingLog exportMeetings exportNotices exportResultSheet
    findCalendar findCategories findCertificates findChoices findCourses findDesk findGroup
    findHelp findNoticeSettings findSession getDraft getGroup getSimilarity listChanges
    listCohorts listDrafts listMeetings listMessages listNotices listSessions listSlots
    listSubmissions logout makeCalendar openDocument readAllNotices readMessages readNotice
    removeMessage saveDraft saveNoticeSetting search
  `),
  'admin faculty': split(`
    checkDocument checkResultSheet confirmSimilarity countBoard decideCertificates
    decideExtension decideSimilarity deleteView exportBoard exportCertificates
    exportDownload exportInsight exportResultSheets findBoard findInsightChoices
    findInsights findSpread getGroupsBeside getMemberCertificates listAssignedGroups
    listCertificates listExtensionRequests listGroupEmails listMeetingSummaries listViews
    mailGroup prepareDownload previewMarks saveMarks saveView sendCertificatesResult
    sendReminders
  `),
  student: split(`
    addCertificate askExtension askToLeave bookSlot changeCertificate enterSimilarity
    findOwnLeaveRequest findReminderSetting listFormerMemberships listOwnReviews
    muteReminders removeCertificate requestReview resendConfirmation submitDocument
    submitProposal withdrawLeaveRequest
  `),
  'student admin': split(`
    uploadDocument
  `),
  faculty: split(`
    adviseOnExtension exportMeetingGroups getOfficeHours listMeetingGroups saveOfficeHours
  `),
  'faculty student': split(`
    addMeeting answerAnnouncement cancelSlot changeMeeting confirmMeeting dropCorrection
    proposeCorrection tickStep withdrawMeeting
  `),
};

describe('access', () => {
  test('is denied to visitors on every endpoint that is not public', async ({ portal }) => {
    for (const { name, endpoint } of guarded) {
      const request = {
        caller: portal.visitor,
        method: endpoint.method,
        path: buildUnknownIdUrl(endpoint),
      };
      expect(await expectRefusalWhenSending(portal, () => ask(request)), name).toMatchObject({
        status: 401,
        code: 'signed-out',
        message: 'Please log in to continue.',
      });
    }
  });

  test.for(roles)(
    'is denied to the role %s on every endpoint that is reserved for other roles',
    async (role, { portal }) => {
      const caller = await callerOf(portal, role);
      for (const { name, endpoint } of guarded.filter((call) => !mayCall(call.endpoint, role))) {
        const request = { caller, method: endpoint.method, path: buildUnknownIdUrl(endpoint) };
        expect(await expectRefusalWhenSending(portal, () => ask(request)), name).toMatchObject({
          status: 403,
          code: 'forbidden',
          message: `This is for ${[endpoint.access].flat().join(' and ')} accounts only.`,
        });
      }
    },
  );

  test.for(roles)(
    'is granted to the role %s on every endpoint that is open to this role',
    async (role, { portal }) => {
      for (const { name, endpoint } of guarded.filter((call) => mayCall(call.endpoint, role))) {
        const caller = await callerOf(portal, role);
        const { method } = endpoint;
        const response = await ask({ caller, method, path: buildUnknownIdUrl(endpoint) });
        expect([401, 403, 500, 503], `${name}: ${response.status}`).not.toContain(response.status);
      }
    },
  );

  test('is granted to others than admins only on the endpoints named here', () => {
    const granted: Record<string, string[]> = {};
    for (const { name, endpoint } of endpoints) {
      const who = [endpoint.access].flat().join(' ');
      if (who !== 'admin') granted[who] = [...(granted[who] ?? []), name].sort();
    }
    expect(granted).toEqual(openToOthers);
  });

  test('is checked before the body is parsed', async ({ portal }) => {
    const { caller } = await createTestUser(portal, 'student');
    for (const { endpoint } of guarded.filter(({ endpoint: { method } }) => method !== 'GET')) {
      const path = buildUnknownIdUrl(endpoint);
      const send = (who: ApiCaller) =>
        who.fetch(path, {
          method: endpoint.method,
          body: '{ this is no JSON',
          headers: { 'content-type': 'application/json' },
        });
      expect((await send(portal.visitor)).status, path).toBe(401);
      if (!endpoint.access.includes('student')) expect((await send(caller)).status, path).toBe(403);
    }
  });

  test('depends on the current role in the database, not on the role at login', async ({
    portal,
  }) => {
    const { caller, userId } = await createTestUser(portal, 'admin');
    await portal.db
      .updateTable('users')
      .set({ role: 'student' })
      .where('id', '=', userId)
      .execute();
    const response = await ask({ caller, method: 'GET', path: '/api/auth/getusers' });
    expect(response.status).toBe(403);
  });
});

describe('an incomplete route declaration', () => {
  test.for([
    ['GET', '/api/auth/everything'],
    ['POST', '/api/auth/everything/:id'],
    ['GET', '/api'],
    ['GET', '/API/auth/everything'],
    ['GET', '/api/documents'],
    ['GET', '/apiary'],
    ['GET', '/:anything/auth/everything'],
  ] as const)(
    'makes buildApp throw if the route declares no access rule: %s %s',
    async ([method, url], { portal }) => {
      const features = [
        (app: FastifyInstance) => {
          app.route({ method, url, handler: async () => 'everything' });
        },
      ];
      await expect(buildApp(portal, { features })).rejects.toThrow(
        `${method} ${url} does not declare who may call it.`,
      );
    },
  );

  test('makes buildApp throw if the route may write but declares no audit actions', async ({
    portal,
  }) => {
    for (const audit of [undefined, []]) {
      const endpoint = { ...login, audit };
      const features = [
        (app: FastifyInstance) =>
          serve(app, endpoint, () => Promise.reject(new Error('never called'))),
      ];
      await expect(buildApp(portal, { features })).rejects.toThrow(
        'POST /api/auth/login does not declare its audit actions.',
      );
    }
  });
});
