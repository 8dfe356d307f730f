import { z } from 'zod';
import { countCodePoints } from '#contract/values/text.ts';

export type IssuePath = readonly PropertyKey[];

export type ContentIssue = { path: IssuePath; message: string };

type Issue = z.core.$ZodIssue;

export type SourceTextGetter = (path: IssuePath) => string | undefined;

/** Converts a schema issue to one error, or to one per unknown key. Requires the parser option `reportInput`. */
export function formatIssue(
  issue: Issue,
  schema: z.ZodType,
  written: SourceTextGetter = () => undefined,
): ContentIssue[] {
  if (issue.code === 'unrecognized_keys') {
    const fields = fieldsAt(schema, issue.path).join(', ');
    const message = `is not a field here. Remove it or correct its spelling; the fields are ${fields}.`;
    return issue.keys.map((key) => ({ path: [...issue.path, key], message }));
  }
  return [{ path: issue.path, message: messageOf(issue, written(issue.path)) }];
}

/** Returns true for a sentence. Other messages are phrases for use in a sentence, for example after “Write”. */
const isSentence = (message: string) => /^[A-Z].*\.$/s.test(message);

/** Issues of an empty text whose message would otherwise quote it as “”. */
const emptyCodes: readonly Issue['code'][] = ['invalid_format', 'invalid_type', 'invalid_value'];

function messageOf(issue: Issue, written: string | undefined): string {
  const { input } = issue;
  if (input === undefined) return `is missing. Add it: ${wanted(issue)}.`;
  if (input === null && !written) return `is empty. Enter ${wanted(issue)}.`;
  const lacksText = input === '' && emptyCodes.includes(issue.code) && !isSentence(issue.message);
  if (lacksText) return `is empty. Enter ${wanted(issue)}.`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'string' && (typeof input !== 'object' || written)
        ? `must be text, but ${shown(input, written)} is not. Put it in quotes: "${written ?? String(input)}".`
        : `is ${shown(input, written)}. Enter ${wanted(issue)}.`;
    case 'invalid_value':
      return `${shown(input, written)} is not known here. Enter ${wanted(issue)}.`;
    case 'invalid_format':
      return isSentence(issue.message)
        ? issue.message
        : `${shown(input, written)} does not fit. Enter ${issue.message}.`;
    case 'too_small':
    case 'too_big':
      return formatSizeIssue(issue, input, written);
    default:
      return isSentence(issue.message)
        ? issue.message
        : `${shown(input, written)} is not right: ${issue.message}.`;
  }
}

function formatSizeIssue(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  input: unknown,
  written: string | undefined,
): string {
  const isSmall = issue.code === 'too_small';
  const limit = Number(isSmall ? issue.minimum : issue.maximum);
  if (Array.isArray(input)) {
    const bound = issue.exact ? 'exactly' : isSmall ? 'at least' : 'at most';
    const difference = Math.abs(limit - input.length);
    return `has ${entries(input.length)} but needs ${bound} ${limit}. ${isSmall ? 'Add' : 'Remove'} ${difference}.`;
  }
  if (typeof input === 'string') {
    if (isSmall) return 'is empty. Enter some text.';
    const shorten = isSentence(issue.message) ? issue.message : `Shorten it to ${limit} or fewer.`;
    return `has ${countCodePoints(input)} characters. ${shorten}`;
  }
  return `is ${shown(input, written)}. Enter a number of ${limit} or ${isSmall ? 'more' : 'less'}.`;
}

const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const formatTypes: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, each entry on a line that begins with "- "',
  object: 'fields, each as "name: value"',
};

function wanted(issue: Issue): string {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return formatTypes[issue.expected] ?? issue.expected;
  return issue.message;
}

function shown(input: unknown, written: string | undefined): string {
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'a set of fields';
  if (typeof input !== 'string') return written ?? String(input);
  const line = (written ?? input).replace(/\s+/g, ' ').replace(unprintable, escaped);
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

const unprintable = /[\p{Cc}\p{Cs}]/gu;
const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function fieldsAt(schema: z.core.$ZodType, path: IssuePath): string[] {
  let at: z.core.$ZodType | undefined = schema;
  for (const key of path) {
    if (at instanceof z.ZodArray) at = at.element;
    else if (at instanceof z.ZodObject) at = at.shape[String(key)];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
