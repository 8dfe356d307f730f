import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';

type Variables = Record<string, string>;

/**
 * Returns the configuration's variables: those of the environment, overridden by those of the file `ENV_FILE`. A variable
 * such as `SMTP_URL_FILE` names a file with the value of `SMTP_URL`. Omits empty variables. Throws an Error if a file
 * cannot be read, a variable has two values, or a name is misspelt.
 */
export function readConfigVariables(env: NodeJS.ProcessEnv, names: readonly string[]): Variables {
  const fromFile = readEnvFile(env.ENV_FILE);
  const variables = dropEmpty({ ...env, ...fromFile });
  const misspelt = Object.keys(variables).flatMap((name) => describeMistake(name, names));
  const unknown = Object.keys(fromFile)
    .filter(
      (name) => !isKnown(name, names) && !isOfRuntime.test(name) && !(name in removedVariables),
    )
    .map((name) => `${name} in ENV_FILE is not a setting: see docs/configuration.md`);
  const removed = Object.entries(removedVariables)
    .filter(([name]) => variables[name] !== undefined)
    .map(([name, remedy]) => `${name} no longer exists: ${remedy}`);
  const mistakes = [...removed, ...(misspelt.length > 0 ? misspelt : unknown)];
  if (mistakes.length > 0) throw createConfigError(...mistakes);
  for (const name of names) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variables[name] !== undefined) {
      throw createConfigError(`${name} and ${name}_FILE must not be set together`);
    }
    variables[name] = readFile(`${name}_FILE`, path).replace(/\r?\n$/, '');
  }
  return variables;
}

export const createConfigError = (...errors: string[]) =>
  new Error(`The configuration is invalid:\n  ${errors.join('\n  ')}`);

/** Settings of earlier versions with what to do instead, because the portal would otherwise run differently unnoticed. */
const removedVariables = {
  PROCESSES: 'remove it, and start several instances instead (docs/deployment.md)',
  FILES_BEFORE:
    'remove it, and run npm run move-files while the portal is stopped (docs/deployment.md)',
  DATABASE_POOLER_URL: 'remove it; DATABASE_URL is used for everything',
};

/** Variables in `ENV_FILE` that Node.js, the C library or the tracing exporter reads. */
const isOfRuntime = /^(ENV_FILE|TZ|LANG|LC_\w+|NODE_\w+|GLIBC_\w+|OTEL_\w+|AWS_\w+|SSL_\w+)$/;

const isKnown = (name: string, names: readonly string[]) =>
  names.includes(name.replace(/_FILE$/, '')) || names.includes(name);

/** Returns an error if the name closely resembles the name of a setting. The environment has many other variables. */
function describeMistake(name: string, names: readonly string[]): string[] {
  // The tracing exporter has variables whose names are very similar to each other.
  if (isKnown(name, names) || name.startsWith('OTEL_')) return [];
  const meant = names.find((known) => isMisspelt(name, known));
  return meant ? [`${name} is not a setting: did you mean ${meant}?`] : [];
}

const toSortedLetters = (name: string) => [...name.replaceAll('_', '')].sort().join('');

const isMisspelt = (name: string, known: string) =>
  known.length >= 8 &&
  (distance(name, known) <= Math.max(1, Math.floor(known.length / 6)) ||
    toSortedLetters(name) === toSortedLetters(known));

const dropEmpty = (variables: NodeJS.Dict<string>): Variables =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

const readEnvFile = (path: string | undefined): NodeJS.Dict<string> =>
  path ? parseEnv(readFile('ENV_FILE', path)) : {};

function readFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${variable} cannot be read: ${(error as Error).message}`);
  }
}
