import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#contract/problem.ts';
import { formatSize } from '#contract/values/format-size.ts';
import type { Services } from '#server/services.ts';
import { findLoosestFileRules, getFileFields } from './file-fields.ts';

const defaultTextBytes = 64 * 1024;

/** Returns the maximum size of a body in bytes, without its files. */
export const getMaxTextBytes = (endpoint: Endpoint | undefined): number =>
  endpoint?.maxText ?? defaultTextBytes;

/** Settings and configuration that limit the size of files. */
type Limits = {
  config: Pick<Services['config'], 'sizeLimits'>;
  content: Pick<Services['content'], 'cohorts'>;
};

const getAcceptedFields = (
  endpoint: Endpoint | undefined,
  params: unknown,
  { content, config }: Limits,
) =>
  endpoint?.files
    ? getFileFields(endpoint, params, (kind) =>
        findLoosestFileRules(content, kind, config.sizeLimits),
      )
    : {};

/** Returns the maximum size of a body in bytes, including the files of a group of the maximum size. */
export function getMaxBodyBytes(
  endpoint: Endpoint | undefined,
  params: unknown,
  limits: Limits,
): number {
  const files = Object.entries(getAcceptedFields(endpoint, params, limits));
  return files.reduce(
    (sum, [field, { maxBytes }]) => sum + countFiles(field, endpoint, limits) * maxBytes,
    getMaxTextBytes(endpoint),
  );
}

function countFiles(field: string, endpoint: Endpoint | undefined, { content }: Limits): number {
  if (!field.includes('*')) return 1;
  const maxMembers = Math.max(...content.cohorts.map(({ rules }) => rules.maxMembers));
  return Math.min(endpoint?.times ?? 1, maxMembers);
}

/** Returns a `too-large` problem that states the size limit of the endpoint's files. */
export function createTooLargeProblem(
  endpoint: Endpoint | undefined,
  params: unknown,
  limits: Limits,
): Problem {
  const [first, ...otherFields] = Object.entries(getAcceptedFields(endpoint, params, limits));
  if (!first) return new Problem('too-large', 'The request is too large.');
  const [field, { label, maxBytes }] = first;
  if (otherFields.length > 0) {
    const size = formatSize(getMaxBodyBytes(endpoint, params, limits));
    return new Problem('too-large', `The files must be ${size} or smaller in total.`);
  }
  const message = `${label} must be ${formatSize(maxBytes)} or smaller.`;
  return new Problem('too-large', message, { fields: { [field]: message } });
}
