import { z } from 'zod';
import type { ContentIssue, Path } from './read-yaml.ts';

type Issue = z.core.$ZodIssue;

/** For the person who edits the file. Needs `reportInput`; each unknown key is its own issue. */
export function formatIssue(issue: Issue, schema: z.ZodType): ContentIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(schema, issue.path).join(', ');
    const message = `is not a field here. Remove it or correct its spelling; the fields are ${fields}.`;
    return issue.keys.map((key) => ({ path: [...issue.path, key], message }));
  }
  return [{ path: issue.path, message: messageOf(issue) }];
}

function messageOf(issue: Issue): string {
  const { input } = issue;
  if (input === undefined) return `is missing. Add it: ${wanted(issue)}.`;
  if (input === null) return `is empty. Write ${wanted(issue)}.`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'string' && typeof input !== 'object'
        ? `must be text, but ${shown(input)} is not. Put it in quotes: "${String(input)}".`
        : `is ${shown(input)}. Write ${wanted(issue)}.`;
    case 'invalid_value':
      return `${shown(input)} is not known here. Write ${wanted(issue)}.`;
    case 'invalid_format':
      return `${shown(input)} does not fit. Write ${issue.message}.`;
    case 'too_small':
    case 'too_big':
      return formatSizeIssue(issue, input);
    default:
      return `${shown(input)} is not right: ${issue.message}.`;
  }
}

function formatSizeIssue(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  input: unknown,
): string {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  if (Array.isArray(input)) {
    const bound = issue.exact ? 'exactly' : isSmall ? 'at least' : 'at most';
    const difference = Math.abs(limit - input.length);
    return `has ${entries(input.length)} but needs ${bound} ${limit}. ${isSmall ? 'Add' : 'Remove'} ${difference}.`;
  }
  if (typeof input === 'string') {
    return isSmall
      ? 'is empty. Write some text.'
      : `has ${input.length} characters. Shorten it to ${limit} or fewer.`;
  }
  return `is ${String(input)}. Write a number of ${limit} or ${isSmall ? 'more' : 'less'}.`;
}

const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const formatTypes: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list, each entry on a line that begins with "- "',
  object: 'fields, each as "name: value"',
};

function wanted(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return formatTypes[issue.expected] ?? issue.expected;
  return issue.message;
}

function shown(input: unknown): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object') return 'a set of fields';
  if (typeof input !== 'string') return String(input);
  const line = input.replace(/\s+/g, ' ');
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

function fieldsAt(schema: z.core.$ZodType, path: Path): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const key of path) {
    if (at instanceof z.ZodArray) at = at.element;
    else if (at instanceof z.ZodObject) at = at.shape[String(key)];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
