import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { saveMarks } from '#contract/marks.ts';
import { createUser } from '#contract/users.ts';
import {
  failStatement,
  type StatementFault,
  statementFaults,
} from '#server/test/faults/fail-statement.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildEmailAddress, buildPdfFile, createUniqueName } from '#tools/test/people.ts';

/** Larger than the number of statements of each save below. */
const maxStatements = 100;

/** Lets each statement of the save fail in turn, in each possible way. Returns the number of failed statements. */
async function failEachStatement(
  portal: Portal,
  caller: ApiCaller,
  endpoint: Endpoint,
  buildInput: () => Parameters<ApiCaller['request']>[1],
): Promise<number> {
  for (let index = 0; index < maxStatements; index += 1) {
    for (const fault of statementFaults) {
      const before = await readStored(portal, fault);
      // The request succeeds without a fresh copy of the settings, so it must not check them.
      await portal.content.refresh();
      const { result, statements } = await failStatement(index, fault, () =>
        caller.request(endpoint, buildInput()),
      );
      if (statements.length <= index) return index;
      const failed = `${fault}: ${statements[index]}`;
      expect(result.ok, failed).toBe(false);
      expect(await readStored(portal, fault), failed).toEqual(before);
    }
  }
  throw new Error('The save has too many statements.');
}

/** Omits files if the portal may not know whether the rows were committed: a job later deletes files without a row. */
async function readStored(portal: Portal, fault: StatementFault) {
  const { files, ...rows } = await portal.digest();
  return fault === 'refused' ? { ...rows, files } : rows;
}

describe('a save of which any statement fails', () => {
  test('stores no marks, and the next save succeeds', async ({ portal }) => {
    const { groupId, ids, supervisor } = await createTestGroup(portal);
    const failed = await failEachStatement(portal, supervisor.caller, saveMarks, () => ({
      body: {
        semester: 'Semester 7' as const,
        groupId,
        marks: { [getItemAt(ids, 0)]: { month1: { marks: 6, feedback: 'Good' } } },
      },
    }));
    expect(failed).toBeGreaterThan(15);
    const stored = await portal.db.selectFrom('marks').select('marks').execute();
    expect(stored).toEqual([{ marks: 6 }]);
  });

  test('stores no account, email or audit entry, and the next save succeeds', async ({
    portal,
  }) => {
    const name = createUniqueName('Newcomer');
    const body = { name, email: buildEmailAddress(name), role: 'faculty' as const };
    const failed = await failEachStatement(portal, portal.admin, createUser, () => ({ body }));
    expect(failed).toBeGreaterThan(15);
    const stored = await portal.db.selectFrom('users').select('id').where('name', '=', name);
    expect(await stored.execute()).toHaveLength(1);
  });

  test('stores no uploaded version, and the next upload succeeds', async ({ portal }) => {
    const { student } = await createTestGroup(portal);
    const failed = await failEachStatement(portal, student.caller, uploadDocument, () => ({
      params: { kind: 'thesis' as const, email: student.email },
      body: { file: buildPdfFile() },
    }));
    expect(failed).toBeGreaterThan(20);
  });
});
