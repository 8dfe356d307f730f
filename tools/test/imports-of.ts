/** The modules that a source text imports, exports from or loads, types included. */
export function importsOf(source: string): string[] {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[\s;(,=])import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...source.matchAll(pattern)].map(([, from, loaded]) => from ?? loaded ?? '');
}
