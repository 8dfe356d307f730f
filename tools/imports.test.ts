import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findImportRuleViolation } from './imports.ts';
import { parseImports } from './test/near/parse-imports.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file));

test('findImportRuleViolation accepts every import in the project', () => {
  expect(files.length).toBeGreaterThan(100);
  const errors = files.flatMap((file) =>
    parseImports(readFileSync(file, 'utf8')).flatMap(
      (module) => findImportRuleViolation(file, module) ?? [],
    ),
  );
  expect(errors).toEqual([]);
});

test('only the server and the text previews import the formatted-text parser', () => {
  const importers = files.filter(
    (file) =>
      !/\.test\.ts$|^server\//.test(file) &&
      parseImports(readFileSync(file, 'utf8')).some((module) =>
        /parse-formatted-text/.test(module),
      ),
  );
  expect(importers).toEqual(['client/pages/settings/text-previews.tsx']);
});

test('parseImports finds static, type-only, side-effect and dynamic imports as well as re-exports', () => {
  const source = `
    import a from 'a';
    import type { B } from "b";
    import {
      c,
    } from 'c';
    export { d } from 'd';
    import 'e';
    const f = lazy(() => import('f'));
    const words = "import nothing";
  `;
  expect(parseImports(source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test.each([
  ['contract/marks.ts', 'react'],
  ['contract/marks.ts', 'node:fs'],
  ['contract/marks.ts', 'markdown-it'],
  ['contract/values/formatted/parse-inlines.ts', 'react'],
  ['contract/marks.ts', '#server/config.ts'],
  ['server/http/serve.ts', '#server/marks/save-marks.ts'],
  ['server/session/login.ts', '#server/users/add-user.ts'],
  ['server/groups/find-group.ts', '#server/marks/save-marks.ts'],
  ['server/marks/save-marks.ts', '#client/route-table.ts'],
  ['server/marks/save-marks.ts', '#server/test/portal.ts'],
  ['server/marks/save-marks.ts', '#tools/test/people.ts'],
  ['server/marks/save-marks.ts', '../groups/find-group.ts'],
  ['client/ui/toast.ts', '#contract/problem.ts'],
  ['client/ui/toast.ts', '#client/api/call.ts'],
  ['client/marks/marks-form.tsx', '#client/groups/group-details.tsx'],
  ['client/marks/marks-form.tsx', '#client/pages/faculty.tsx'],
  ['client/marks/student-section.tsx', '#client/groups/group-details.tsx'],
  ['client/board/board-page.tsx', '#client/marks/milestone/milestone-screen.tsx'],
  ['client/pages/group.tsx', '#client/groups/group-details.tsx'],
  ['client/marks/marks-form.tsx', '#server/app.ts'],
  ['client/pages/faculty.tsx', 'vitest'],
  ['elsewhere/thing.ts', 'zod'],
])('findImportRuleViolation does not allow %s to import %s', (file, module) => {
  expect(findImportRuleViolation(file, module)).toBeDefined();
});

test.each([
  ['server/marks/save-marks.ts', '#server/groups/group-access.ts'],
  ['server/account/register.ts', '#server/session/password/password.ts'],
  ['server/app.ts', '#server/proposals/routes.ts'],
  ['client/pages/faculty.tsx', '#client/marks/marks-form.tsx'],
  ['client/marks/marks-form.tsx', '#contract/marks.ts'],
  ['client/marks/student-section.tsx', '#client/layout/marks-sheet.tsx'],
  ['client/marks/student-section.tsx', '#client/feature.ts'],
  ['client/board/board-page.tsx', '#client/layout/staff-links.tsx'],
  ['client/groups/editor/group-editor.tsx', '#client/groups/format-change.ts'],
  ['server/marks/marks.test.ts', '#tools/test/people.ts'],
])('findImportRuleViolation allows %s to import %s', (file, module) => {
  expect(findImportRuleViolation(file, module)).toBeUndefined();
});
