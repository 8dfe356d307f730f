import { buildEndpointUrl } from '#contract/endpoint.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/session/sessions.ts';
import type { MatrixActor, MatrixFixture } from '#server/test/matrix/actors.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { toFormData } from '#tools/test/caller.ts';
import { buildRawRequest } from '#trust/lib/raw-http.ts';

export type FloodTarget = (typeof matrixRows)[number];

/** The first row of each endpoint in the access matrix. */
export const floodTargets: readonly FloodTarget[] = matrixRows.filter(
  ({ name }, index) => matrixRows.findIndex((row) => row.name === name) === index,
);

/** Returns the actor with the highest limits that may send the request, because it can do most harm. */
function chooseActor({ cells }: FloodTarget, { live }: MatrixFixture): MatrixActor {
  const accepted = Object.keys(cells).filter((column) => cells[column]?.startsWith('2'));
  const column = accepted.findLast((name) => name !== 'gone') ?? 'admin';
  return live[column] as MatrixActor;
}

/** Builds a request with a new session, because an earlier flood may have ended the actor's sessions. */
export async function buildFloodRequest(
  target: FloodTarget,
  fixture: MatrixFixture,
  { db, clock }: { db: Db; clock: () => Date },
): Promise<Buffer> {
  const { endpoint, variants, buildRequest } = target;
  const actor = chooseActor(target, fixture);
  const { token } = await openSession(db, actor.userId, clock());
  const asked = await buildRequest(fixture, actor, target.target, variants[0] ?? endpoint.method);
  const hasBody = endpoint.files !== undefined || asked.body !== undefined;
  const encoded = new Response(
    endpoint.files ? toFormData(asked.body) : JSON.stringify(asked.body),
  );
  return buildRawRequest({
    method: endpoint.method,
    path: buildEndpointUrl(endpoint, asked),
    body: hasBody ? Buffer.from(await encoded.arrayBuffer()) : Buffer.alloc(0),
    ...(hasBody && {
      type: endpoint.files ? (encoded.headers.get('content-type') ?? '') : 'application/json',
    }),
    token: endpoint.access === 'public' ? undefined : (asked.token ?? token),
  });
}
