/** Returns the modules that a source file imports, re-exports or loads dynamically, including type imports. */
export function parseImports(source: string): string[] {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"\s]+)['"]|(?:^|[\s;(,=])import\s*\(?\s*['"]([^'"\s]+)['"]/g;
  return [...source.matchAll(pattern)].map(([, from, loaded]) => from ?? loaded ?? '');
}
