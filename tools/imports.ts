import { features } from '#server/features.ts';

/** Names of the server features. Each feature may import only the features before it in this list. */
const serverFeatures = features.map(({ name }) => name);

const infrastructure = ['#server/http/', '#server/db/', '#server/storage/', '#server/mail/'];
const shared = [...infrastructure, '#server/config.ts', '#server/services.ts', '#contract/'];

const sharedClient = [
  '#client/ui/',
  '#client/api/',
  '#client/layout/',
  '#client/feature.ts',
  '#client/route-table.ts',
  '#contract/',
];

type Rule = {
  /** Pattern of the files that the rule applies to. Only the first matching rule applies to a file. */
  from: RegExp;
  /** Allowed import prefixes besides the file's own folder. `*` allows every import. */
  allowed: readonly string[];
  /** Allowed packages. If absent, all packages and Node's built-in modules are allowed. */
  packages?: readonly string[];
};

const rules: readonly Rule[] = [
  {
    from: /^(e2e|bench|tools|trust)\/|\.test\.tsx?$|\.matrix\.ts$|^server\/test\/|^[^/]+\.config\.ts$/,
    allowed: ['*'],
  },
  // In `contract`, only the formatted-text parser may use a package other than zod.
  {
    from: /^contract\/values\/formatted\/parse-(formatted-text|inlines)\.ts$/,
    allowed: [],
    packages: ['markdown-it'],
  },
  { from: /^contract\//, allowed: ['#contract/'], packages: ['zod'] },
  {
    from: /^server\/(app|features|main|prepare-content)\.ts$/,
    allowed: ['#server/', '#contract/'],
  },
  // `server/services.ts` may import the content, because `Services` contains it.
  { from: /^server\/services\.ts$/, allowed: [...shared, '#server/content/'] },
  {
    from: /^server\/(http|db|storage|mail)\/|^server\/config(-schema|-variables)?\.ts$/,
    allowed: shared,
  },
  // Backups read all tables and files, write audit entries, and store facts about the installation.
  {
    from: /^server\/backup\//,
    allowed: [...shared, '#server/audit/', '#server/content/'],
  },
  { from: /^server\/tracing\//, allowed: shared },
  // Metrics may import the features whose rows and results it counts. No feature may import metrics.
  {
    from: /^server\/metrics\//,
    allowed: [
      ...shared,
      '#server/audit/',
      '#server/backup/',
      '#server/documents/',
      '#server/session/',
    ],
  },
  ...serverFeatures.map((feature, index) => ({
    from: new RegExp(`^server/${feature}/`),
    allowed: [...shared, ...serverFeatures.slice(0, index).map((earlier) => `#server/${earlier}/`)],
  })),
  // `client/ui` may import the rules for right-to-left words, email addresses and file sizes, because pages and emails must use the
  // same rules.
  {
    from: /^client\/ui\//,
    allowed: [
      '#client/ui/',
      '#contract/values/right-to-left.ts',
      '#contract/values/mailto.ts',
      '#contract/values/format-size.ts',
    ],
  },
  { from: /^client\/api\//, allowed: ['#contract/', '#client/session/'] },
  // The admin, group and students pages load sections by file name, so they must not import the features directly.
  {
    from: /^client\/pages\/(admin|group|students)\.tsx$/,
    allowed: [...sharedClient, '#client/account/unconfirmed.tsx'],
  },
  { from: /^client\/(pages|layout)\/|^client\/[^/]+$/, allowed: ['#client/', '#contract/'] },
  // A feature may use the layout, but neither other features nor pages.
  { from: /^client\//, allowed: [...sharedClient, '#client/theme.ts'] },
];

const testOnly =
  /^#tools\/|^#trust\/|^#e2e\/|\.test\.tsx?$|^#server\/test\/|^(vitest|fast-check|smtp-server|postal-mime|@playwright\/.*|axe-core)$/;

/** Returns an error message if `file` may not import `module`. Paths are relative to the project root. */
export function findImportRuleViolation(file: string, module: string): string | undefined {
  const rule = rules.find(({ from }) => from.test(file));
  if (!rule) return `${file}: no rule says what it may import`;
  if (module.startsWith('../')) return `${file}: import ${module} by its room, as #room/…`;
  if (rule.allowed.includes('*') || module.startsWith('./')) return undefined;
  if (testOnly.test(module)) return `${file}: product code does not import ${module}`;
  const folder = `#${file.split('/').slice(0, -1).slice(0, 2).join('/')}/`;
  const isAllowed = module.startsWith('#')
    ? [folder, ...rule.allowed].some((start) => module.startsWith(start))
    : (rule.packages?.includes(module) ?? true);
  return isAllowed ? undefined : `${file}: may not import ${module}`;
}
