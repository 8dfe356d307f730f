import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'trust/README.md'];

const programs =
  'apt-get chown cp curl deploy/install.sh df docker du env free git install journalctl kubectl mv nano nginx node openssl npm npx patronictl promtool psql runuser sh sudo systemctl uptime';
/** Messages of the portal that begin like a command. */
const messages = ['npm did not install the packages of package-lock.json', 'npm runs on Node …'];
const isCommand = new RegExp(`^(${programs.replaceAll(' ', '|')})( |$)`);

/** Returns each distinct command in the fenced blocks and the inline code of the documents. Comments are removed. */
export function listDocumentedCommands(): string[] {
  const texts = [...documents, ...globSync('docs/*.md', { cwd: root })].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  return [...new Set(texts.flatMap(findCommands))];
}

export function findCommands(markdown: string): string[] {
  const fence = /^ *```\w*\n(.*?)^ *```$/gms;
  const blocks = [...markdown.matchAll(fence)].flatMap(([, text = '']) => text.split('\n'));
  const inline = [...markdown.replaceAll(fence, '').matchAll(/`([^`]+)`/g)].map(
    ([, text = '']) => text,
  );
  return [...blocks, ...inline]
    .map((text) => text.replace(/\s#.*/, '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => isCommand.test(text) && !messages.includes(text));
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Returns what is wrong with an npm command: the script does not exist, or its program does not declare an option. */
export function findNpmErrors(command: string): string[] {
  // Here npm is the name of a Debian package.
  if (command.startsWith('apt-get ')) return [];
  const [, name = '', args = ''] = /\bnpm (?:run )?([\w:-]+)(?: -- (.*))?/.exec(command) ?? [];
  if (['ci', 'audit', 'install'].includes(name)) return [];
  const script = scripts[name];
  if (script === undefined) return [`package.json has no script ${name}`];
  const [program] = /\b(tools|bench|trust|server)\/[\w/-]+\.ts/.exec(script) ?? [];
  const source = program ? readFileSync(join(root, program), 'utf8') : '';
  return [...args.matchAll(/(?:^| )--([\w-]+)/g)]
    .map(([, option = '']) => option)
    .filter((option) => !new RegExp(`\\b${option}: \\{ type:|'--${option}'`).test(source))
    .map((option) => `${program} has no option --${option}`);
}

/** Returns the paths in a command that name a file or folder of the repository. */
export function findRepositoryPaths(command: string): string[] {
  const folders = 'bench|client|content|contract|deploy|docs|e2e|server|tools|trust';
  const path = new RegExp(`(?<=^| )(?:/srv/fyp-portal/)?((?:${folders})/[\\w./-]+)(?= |$)`, 'g');
  if (/^kubectl (exec|logs) /.test(command)) return [];
  return [...command.matchAll(path)].map(([, file = '']) => file);
}
