import { features } from '#server/features.ts';

/** Each feature of the server may import the ground and those before it in the list. */
const serverFeatures = features.map(({ name }) => name);

/** What every part of the server stands on; no feature is imported from here. */
const ground = ['#server/http/', '#server/db/', '#server/storage/', '#server/mail/'];
const shared = [...ground, '#server/config.ts', '#server/services.ts', '#contract/'];

type Rule = {
  /** The files the rule is for; the first rule that fits a file counts. */
  from: RegExp;
  /** Beginnings of what they may import, besides their own folder. `*` is everything. */
  may: readonly string[];
  /** Packages by name; absent: any package, and Node's own modules. */
  packages?: readonly string[];
};

/** The house's table: what may import what. */
const table: readonly Rule[] = [
  {
    from: /^(e2e|bench|tools|trust)\/|\.test\.tsx?$|\.matrix\.ts$|^server\/test\/|^[^/]+\.config\.ts$/,
    may: ['*'],
  },
  // Only the parser of formatted text; what the contract defines does not import it.
  {
    from: /^contract\/values\/parse-(formatted-text|inlines)\.ts$/,
    may: [],
    packages: ['markdown-it'],
  },
  { from: /^contract\//, may: ['#contract/'], packages: ['zod'] },
  { from: /^server\/(app|features|main|prepare-content)\.ts$/, may: ['#server/', '#contract/'] },
  // Services name the types of everything that acts are handed, content included.
  { from: /^server\/services\.ts$/, may: [...shared, '#server/content/'] },
  { from: /^server\/(http|db|storage|mail|processes)\/|^server\/config\.ts$/, may: shared },
  // A backup takes the tables and files as they are, whatever feature they belong to, and says so in the trail.
  {
    from: /^server\/backup\//,
    may: [...ground, '#server/config.ts', '#server/audit/', '#contract/'],
  },
  { from: /^server\/tracing\//, may: shared },
  // Monitoring counts what is in features, and nothing imports it.
  {
    from: /^server\/metrics\//,
    may: [...shared, '#server/documents/', '#server/session/'],
  },
  ...serverFeatures.map((feature, index) => ({
    from: new RegExp(`^server/${feature}/`),
    may: [...shared, ...serverFeatures.slice(0, index).map((left) => `#server/${left}/`)],
  })),
  // Pages and emails find right-to-left words by the same rule.
  { from: /^client\/ui\//, may: ['#client/ui/', '#contract/values/right-to-left.ts'] },
  { from: /^client\/api\//, may: ['#contract/', '#client/paths.ts', '#client/session/'] },
  { from: /^client\/(pages|layout)\/|^client\/[^/]+$/, may: ['#client/', '#contract/'] },
  // A feature of the client: no other feature, no page.
  {
    from: /^client\//,
    may: ['#client/ui/', '#client/api/', '#client/paths.ts', '#client/theme.ts', '#contract/'],
  },
];

const testOnly =
  /^#tools\/|^#trust\/|^#e2e\/|\.test\.tsx?$|^#server\/test\/|^(vitest|fast-check|smtp-server|postal-mime|@playwright\/.*|axe-core)$/;

/** What is wrong with `file` importing `module`; undefined when nothing is. Paths are relative to the project. */
export function importError(file: string, module: string): string | undefined {
  const rule = table.find(({ from }) => from.test(file));
  if (!rule) return `${file}: no rule says what it may import`;
  if (module.startsWith('../')) return `${file}: import ${module} by its room, as #room/…`;
  if (rule.may.includes('*') || module.startsWith('./')) return undefined;
  if (testOnly.test(module)) return `${file}: product code does not import ${module}`;
  const folder = `#${file.split('/').slice(0, -1).slice(0, 2).join('/')}/`;
  const isAllowed = module.startsWith('#')
    ? [folder, ...rule.may].some((start) => module.startsWith(start))
    : (rule.packages?.includes(module) ?? true);
  return isAllowed ? undefined : `${file}: may not import ${module}`;
}
