import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Role } from '#contract/values/roles.ts';
import { endpoints, features } from '#server/features.ts';
import { buildUnknownIdParams } from '#server/test/endpoints.ts';
import type { AccessMatrix, MatrixEntry, MatrixRequestBuilder } from './requests.ts';

/**
 * The actors and their roles:
 *   gone       no token or an invalid one, see `createRevokedActors`
 *   fresh      student without a group          binned     student whose group is in the bin
 *   claimer    student whose unconfirmed address is that of the target group's third member
 *   member     member of the target group       mate       teammate of `member`
 *   other      member of another group          former     admin who became a student
 *   super      supervisor of the target group and of the group in the bin
 *   examiner   examiner of the target group and of the group in the bin
 *   namesake   faculty account with the supervisor's name and no group
 *   faculty    supervisor of the other group
 */
export const matrixActorRoles: Readonly<Record<string, Role | undefined>> = {
  gone: undefined,
  fresh: 'student',
  binned: 'student',
  claimer: 'student',
  member: 'student',
  mate: 'student',
  other: 'student',
  former: 'student',
  super: 'faculty',
  examiner: 'faculty',
  namesake: 'faculty',
  faculty: 'faculty',
  admin: 'admin',
};

export const mayRoleCall = ({ access }: Endpoint, role: Role | undefined): boolean =>
  access === 'public' || (role !== undefined && access.includes(role));

async function loadMatrix(): Promise<AccessMatrix> {
  const all: Record<string, MatrixEntry> = {};
  for (const { name } of features) {
    const file = join(import.meta.dirname, '../..', name, 'access.matrix.ts');
    if (existsSync(file)) Object.assign(all, (await import(file)).accessMatrix);
  }
  return all;
}

const matrix = await loadMatrix();
export const endpointNamesInMatrix = Object.keys(matrix);

/**
 * Default for endpoints that the access matrix does not list. Roles without access are rejected. Only GET requests
 * without path parameters must succeed for the other roles.
 */
const generic = (endpoint: Endpoint): MatrixEntry => ({
  rows: { '-': endpoint.method === 'GET' && !endpoint.params ? '200' : '' },
  buildRequest: () => ({ params: buildUnknownIdParams(endpoint) }),
});

type Row = {
  name: string;
  endpoint: Endpoint;
  target: string;
  buildRequest: MatrixRequestBuilder;
  variants: readonly string[];
  repeat: NonNullable<MatrixEntry['repeat']>;
  cells: Readonly<Record<string, string>>;
};

function parseCells(endpoint: Endpoint, row: string): Record<string, string> {
  const statuses = row.split(/\s+/).filter((cell) => cell !== '');
  const called = Object.keys(matrixActorRoles).filter((column) =>
    mayRoleCall(endpoint, matrixActorRoles[column]),
  );
  if (statuses.length > 1 && statuses.length !== called.length) {
    throw new Error(`${endpoint.path}: ${statuses.length} cells for ${called.join(' ')}`);
  }
  const cells = Object.keys(matrixActorRoles).flatMap((column) => {
    const place = called.indexOf(column);
    const refused = matrixActorRoles[column] ? '403' : '401';
    const cell = place === -1 ? refused : (statuses[place] ?? statuses[0]);
    return cell === undefined ? [] : [[column, cell]];
  });
  return Object.fromEntries(cells);
}

export const matrixRows: readonly Row[] = endpoints.flatMap(({ name, endpoint }) => {
  const { rows: targets, buildRequest, variants, repeat = [] } = matrix[name] ?? generic(endpoint);
  const usual = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
  return Object.entries(targets).map(([target, cells]) => ({
    name,
    endpoint,
    target,
    buildRequest,
    variants: variants?.(target) ?? usual,
    repeat,
    cells: parseCells(endpoint, cells),
  }));
});
