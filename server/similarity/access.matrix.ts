import { randomUUID } from 'node:crypto';
import { uploadDocument } from '#contract/documents.ts';
import { findSimilarityMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import type { SimilarityEvent } from '#contract/rules/similarity.ts';
import { getSetting, saveSetting } from '#contract/settings/settings.ts';
import type { MatrixFixture } from '#server/test/matrix/actors.ts';
import {
  type AccessMatrix,
  buildGroupRequest,
  findFixtureGroup,
  getAdminCaller,
  getTargetGroupId,
  type MatrixRequestBuilder,
} from '#server/test/matrix/requests.ts';
import {
  allowedFigures,
  excessiveFigures,
  hecLimits,
  setThesisLimits,
} from '#server/test/records/similarity.ts';
import { buildFile } from '#server/test/records/versions.ts';

async function setLimits(fixture: MatrixFixture): Promise<void> {
  const { content } = fixture.portal;
  await content.refresh();
  if (findSimilarityMilestone(content.current.scheme)) return;
  const params = { name: 'scheme' } as const;
  const admin = getAdminCaller(fixture);
  const { version, value } = await admin.call(getSetting, { params });
  const scheme = value as MarkingScheme;
  setThesisLimits(scheme, hecLimits);
  const query = { cohort: content.current.code };
  await admin.call(saveSetting, { params, query, body: { version, value: scheme } });
}

/** Uploads thesis and report of the target group unless it has them, and replaces its entries by one. */
async function prepareGroup(fixture: MatrixFixture, target: string, event?: SimilarityEvent) {
  await setLimits(fixture);
  const group = findFixtureGroup(fixture, target);
  if (!group || target === 'bin') return undefined;
  const { db, clock } = fixture.portal;
  const files = () =>
    db
      .selectFrom('documents')
      .select(['kind', 'sha256', 'version'])
      .where('group_id', '=', group.groupId)
      .where('kind', 'in', ['thesis', 'similarity'])
      .orderBy('version', 'desc')
      .execute();
  const find = async (kind: string) => (await files()).find((file) => file.kind === kind);
  for (const kind of ['thesis', 'similarity'] as const) {
    if (await find(kind)) continue;
    const params = { kind, email: group.student.email };
    await group.student.caller.call(uploadDocument, { params, body: { file: buildFile(kind) } });
  }
  await db.deleteFrom('similarity_entries').where('group_id', '=', group.groupId).execute();
  const [thesis, report] = [await find('thesis'), await find('similarity')];
  if (!thesis || !report) throw new Error('The group has uploaded both files.');
  if (event) {
    const row = {
      id: randomUUID(),
      group_id: group.groupId,
      revision: 1,
      event,
      overall: excessiveFigures.overall,
      single_source: excessiveFigures.singleSource,
      thesis_sha256: thesis.sha256,
      report_version: report.version,
      by_id: group.student.userId,
      by_name: 'A',
      at: clock().toISOString(),
    };
    await db.insertInto('similarity_entries').values(row).execute();
  }
  return { thesisSha256: thesis.sha256, reportVersion: report.version };
}

const enterFigures: MatrixRequestBuilder = async (fixture, _actor, target) => {
  const files = await prepareGroup(fixture, target);
  const seen = files ?? { thesisSha256: '0'.repeat(64), reportVersion: 1 };
  const params = { groupId: getTargetGroupId(fixture, target) };
  return { params, body: { ...allowedFigures, ...seen, revision: 0 } };
};

const buildAct =
  (event: SimilarityEvent, body: object): MatrixRequestBuilder =>
  async (fixture, _actor, target) => {
    await prepareGroup(fixture, target, event);
    return {
      params: { groupId: getTargetGroupId(fixture, target) },
      body: { ...body, revision: 1 },
    };
  };

const hidden = { bin: '404', unknown: '404', malformed: '400' };
const deciders = {
  own: '    200! 403 404 404  200!',
  foreign: '404  404 404 200! 200!',
  ...hidden,
};

export const accessMatrix: AccessMatrix = {
  getSimilarity: {
    rows: {
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      ...hidden,
    },
    buildRequest: buildGroupRequest,
  },
  enterSimilarity: {
    repeat: ['stale-version'],
    rows: {
      own: '    404 404 404 200! 200! 404  404',
      foreign: '404 404 404 404  404  200! 404',
      ...hidden,
    },
    buildRequest: enterFigures,
  },
  confirmSimilarity: {
    repeat: ['stale-version'],
    rows: deciders,
    buildRequest: buildAct('entered', { ...excessiveFigures, overall: 30, reason: 'A typo.' }),
  },
  decideSimilarity: {
    repeat: ['stale-version'],
    rows: deciders,
    buildRequest: buildAct('confirmed', { decision: 'returned', reason: 'Too similar.' }),
  },
};
