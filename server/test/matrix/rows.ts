import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint, Role } from '#contract/endpoint.ts';
import { endpoints, features } from '#server/features.ts';
import { paramsOf } from '#server/test/endpoints.ts';
import type { Ask, Entry, Matrix } from './ask.ts';

/**
 * Who asks, each with the role that they have:
 *   gone       no token, or one of nobody any more: see `gone` in actors.ts
 *   fresh      without a group                  binned     whose group is in the bin
 *   claimer    has not confirmed their address, which is the third member's
 *   member     of the group asked for           mate       their team mate
 *   other      of another group                 former     an admin until they were made a student
 *   super      supervises the group, and the one in the bin
 *   examiner   examines the group, and the one in the bin
 *   namesake   of the supervisor's very name, which no group was bound to
 *   faculty    supervises the other group
 */
export const columns: Readonly<Record<string, Role | undefined>> = {
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

export const mayCall = ({ access }: Endpoint, role: Role | undefined): boolean =>
  access === 'public' || (role !== undefined && access.includes(role));

async function loadMatrix(): Promise<Matrix> {
  const all: Record<string, Entry> = {};
  for (const { name } of features) {
    const file = join(import.meta.dirname, '../..', name, 'access.matrix.ts');
    if (existsSync(file)) Object.assign(all, (await import(file)).matrix);
  }
  return all;
}

const matrix = await loadMatrix();
export const namesInMatrix = Object.keys(matrix);

/** Without an entry: whoever may call reads what is there. */
const generic = (endpoint: Endpoint): Entry => ({
  rows: { '-': endpoint.method === 'GET' && !endpoint.params ? '200' : '' },
  ask: () => ({ params: paramsOf(endpoint) }),
});

type Row = {
  name: string;
  endpoint: Endpoint;
  target: string;
  ask: Ask;
  variants: readonly string[];
  cells: Readonly<Record<string, string>>;
};

function cellsOf(endpoint: Endpoint, said: string): Record<string, string> {
  const given = said.split(/\s+/).filter((cell) => cell !== '');
  const called = Object.keys(columns).filter((column) => mayCall(endpoint, columns[column]));
  if (given.length > 1 && given.length !== called.length) {
    throw new Error(`${endpoint.path}: ${given.length} cells for ${called.join(' ')}`);
  }
  const cells = Object.keys(columns).flatMap((column) => {
    const place = called.indexOf(column);
    const refused = columns[column] ? '403' : '401';
    const cell = place === -1 ? refused : (given[place] ?? given[0]);
    return cell === undefined ? [] : [[column, cell]];
  });
  return Object.fromEntries(cells);
}

export const rows: readonly Row[] = endpoints.flatMap(({ name, endpoint }) => {
  const { rows: said, ask, variants } = matrix[name] ?? generic(endpoint);
  const usual = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
  return Object.entries(said).map(([target, cells]) => ({
    name,
    endpoint,
    target,
    ask,
    variants: variants?.(target) ?? usual,
    cells: cellsOf(endpoint, cells),
  }));
});
