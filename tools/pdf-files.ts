import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** The decoders of images in JavaScript. The content security policy forbids those in WebAssembly. */
const decoders = /_nowasm_fallback\.js$/;

/**
 * Adds the standard fonts and image decoders of pdf.js to the built client. pdf.js requests them by name from one folder.
 * Its name contains the version, because browsers cache the files for a year.
 */
export function createPdfFilesPlugin(): Plugin {
  return {
    name: 'pdf-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const fonts = await readdir(join(folder, 'standard_fonts'));
      const code = (await readdir(join(folder, 'wasm'))).filter((name) => decoders.test(name));
      const files = [
        ...fonts.map((name) => join('standard_fonts', name)),
        ...code.map((name) => join('wasm', name)),
      ];
      for (const file of files) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdfjs-${version}/${file.replace(/^.*\//, '')}`,
          source: await readFile(join(folder, file)),
        });
      }
    },
  };
}
