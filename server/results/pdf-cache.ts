import { createHash } from 'node:crypto';

/**
 * PDFs by a digest of everything that they print. The most recently used ones stay. A reader must have the right to read
 * the content, because the key is computed from it.
 */
export class PdfCache {
  readonly #maxBytes: number;
  readonly #pdfs = new Map<string, Buffer>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Buffer | undefined {
    const pdf = this.#pdfs.get(key);
    if (!pdf) return undefined;
    this.#pdfs.delete(key);
    this.#pdfs.set(key, pdf);
    return pdf;
  }

  add(key: string, pdf: Buffer): void {
    if (pdf.length > this.#maxBytes || this.#pdfs.has(key)) return;
    this.#pdfs.set(key, pdf);
    this.#bytes += pdf.length;
    for (const [oldest, { length }] of this.#pdfs) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#pdfs.delete(oldest);
      this.#bytes -= length;
    }
  }
}

export const digestContent = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
