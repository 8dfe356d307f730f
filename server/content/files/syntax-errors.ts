import { type Document, type ErrorCode, isNode, isScalar, visit } from 'yaml';

type SyntaxIssue = { offset: number; message: string };

const quotes =
  'Put text in quotes if it contains a colon and a space, or begins with a sign such as [ or *';

const mending: Partial<Record<ErrorCode, string>> = {
  DUPLICATE_KEY: 'This field is defined twice; remove one of them',
  TAB_AS_INDENT: 'Indent with spaces',
  MULTIPLE_DOCS: 'Remove the line that holds only ---',
  BLOCK_AS_IMPLICIT_KEY: quotes,
  MULTILINE_IMPLICIT_KEY: `Look for a missing colon or indent. ${quotes}`,
};

/** Omits YAML errors after the first one that is not a duplicate key, because that error may have caused them. */
export function findSyntaxErrors(document: Document.Parsed): SyntaxIssue[] {
  const issues: SyntaxIssue[] = [];
  let isGrammarBroken = false;
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  for (const { code, message, pos } of errors) {
    const reason = message.replace(/[.:]?$/, '');
    const hint = mending[code] ?? `Correct this line or the one before it. ${quotes}`;
    issues.push({ offset: pos[0], message: `is not valid YAML: ${reason}. ${hint}.` });
    isGrammarBroken = code !== 'DUPLICATE_KEY';
    if (isGrammarBroken) break;
  }
  visit(document, {
    Alias: (_, { range }) => {
      const message =
        'uses an alias (*name). Write the text out here instead, or put it in quotes.';
      issues.push({ offset: range?.[0] ?? 0, message });
    },
    Pair: (_, { key }) => {
      if (isScalar(key) || isGrammarBroken) return;
      const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
      issues.push({
        offset,
        message: `is not valid here: a field’s name must be plain text. ${quotes}.`,
      });
    },
  });
  return issues;
}
