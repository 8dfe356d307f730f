import { z } from 'zod';
import { truncateText } from './values/text.ts';

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Returns the sentence for an invalid value whose schema has no message of its own. Names the field. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.findLast((part) => typeof part === 'string');
  const field = name === undefined ? 'The request' : `“${truncateText(`${String(name)}`, 60)}”`;
  const unit = 'origin' in issue ? (units[`${issue.origin}`] ?? '') : '';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is required.`;
      return `${field} must be ${types[`${issue.expected}`] ?? 'an object'}.`;
    case 'invalid_value':
      return `${field} must be ${alternatives.format((issue.values as unknown[]).map(String))}.`;
    case 'too_small':
      return unit
        ? `${field} must have at least ${issue.minimum}${unit}.`
        : `${field} must be ${issue.minimum} or more.`;
    case 'too_big':
      return unit
        ? `${field} can have up to ${issue.maximum}${unit}.`
        : `${field} must be ${issue.maximum} or less.`;
    case 'unrecognized_keys':
      return `${field} has an unknown field: “${truncateText(`${(issue.keys as string[])[0]}`, 60)}”.`;
    default:
      return `${field} can’t have this value.`;
  }
}

z.config({ localeError: describeIssue });
